package io.tical.server.ledger;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.IN_TRANSIT;

/**
 * The balances of a wallet after one of its transfers, in minor units.
 *
 * @param seq the number of the transfer; 0 before the first
 */
public record WalletPoint(long seq, long available, long held, long inTransit) {
    /** Before the first transfer. */
    public static final WalletPoint BEGINNING = new WalletPoint(0, 0, 0, 0);

    public static WalletPoint after(Transfer transfer) {
        return new WalletPoint(
                transfer.seq(), transfer.availableAfter(), transfer.heldAfter(), transfer.inTransitAfter());
    }

    /** Whether this transfer is the next one, and its balances follow from these and its amount. */
    public boolean isBefore(Transfer next) {
        return next.seq() == seq + 1
                && next.availableAfter() == available + next.change(AVAILABLE)
                && next.heldAfter() == held + next.change(HELD)
                && next.inTransitAfter() == inTransit + next.change(IN_TRANSIT);
    }

    public long total() {
        return Math.addExact(available, Math.addExact(held, inTransit));
    }
}
