package io.tical.server.rail;

import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Movement;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.By;
import java.util.List;
import java.util.UUID;

/** What becomes of delivered payouts, or settlements, whose money a bank gives back. Each takes the entry that shows it. */
public interface LateReturn {
    /**
     * A payout or a settlement.
     *
     * @param currency of what was delivered
     * @param reference of the merchant
     */
    record Payment(TransactionKey key, String currency, String reference) {}

    /** @throws Problem.NotFound if there is none with this id */
    Payment payment(UUID id);

    /** @throws Problem what {@link #decide} would refuse now */
    void check(TransactionKey key, UUID entry, long amount, By by);

    /**
     * What {@link #decide} would book, all for the merchant.
     *
     * @throws Problem what it would refuse now
     */
    List<Movement> movements(TransactionKey key, UUID entry, long amount);

    /**
     * Takes the delivery back, and gives its money to the merchant.
     *
     * @param amount minor units that came back
     * @throws Problem.Conflict {@code BANK_ENTRY_RETURN_DIFFERS} if another amount was delivered; {@code …_STATUS_TRANSITION_INVALID} if it is not
     *     delivered, or came back before
     */
    void decide(TransactionKey key, UUID entry, long amount, By by);

    /** @throws Problem.Conflict {@code BANK_ENTRY_RETURN_DIFFERS} */
    static void requireWhole(String currency, long delivered, long returned) {
        if (delivered != returned) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_RETURN_DIFFERS",
                    "The bank gave back " + returned + " and " + delivered + " " + currency
                            + " were delivered, in minor units. Only a payment that came back whole can be taken back. Ask the"
                            + " bank for the rest, or decide on the payment itself.");
        }
    }
}
