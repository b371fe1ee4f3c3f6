package io.tical.server.rail;

/**
 * The name by which transfers are compared, whether they were sent or received.
 *
 * @param reference in the form of {@link BankTransfer#compared}
 */
public record TransferName(String reference, boolean livemode) {
    /** @param reference as a person, a rail or a verifier wrote it */
    public static TransferName of(String reference, boolean livemode) {
        return new TransferName(BankTransfer.compared(reference), livemode);
    }
}
