package io.tical.server.statement;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.WalletPoint;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Computes the heads of days without movements, from the last sealed day. */
final class DailyChain {
    private DailyChain() {}

    /**
     * The head of the day before this one.
     *
     * @param last the last sealed day before it; null if there is none
     * @param point the balances since then
     */
    static byte[] headBefore(LocalDate day, WalletKey wallet, @Nullable DailyStatement last, WalletPoint point) {
        if (last == null) {
            return DailyLines.genesis();
        }
        var head = last.head();
        for (var empty = last.day().plusDays(1); empty.isBefore(day); empty = empty.plusDays(1)) {
            head = headOfEmpty(empty, wallet, head, point);
        }
        return head;
    }

    /** The head of a day without movements. */
    static byte[] headOfEmpty(LocalDate day, WalletKey wallet, byte[] previous, WalletPoint point) {
        var lines = new DailyLines(wallet, day, previous, point);
        lines.close();
        lines.take();
        return lines.head();
    }
}
