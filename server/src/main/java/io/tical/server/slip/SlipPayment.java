package io.tical.server.slip;

/**
 * The payment that an accepted or suspended slip proves.
 *
 * @param amount minor units that were paid, 1 or more
 * @param transfer which the decision claims, so that it pays once
 */
public record SlipPayment(long amount, Slip.Transfer transfer) {
    public SlipPayment {
        if (amount < 1) {
            throw new IllegalArgumentException("a payment is positive: " + amount);
        }
    }
}
