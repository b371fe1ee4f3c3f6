package io.tical.server.statement;

import io.tical.db.Database;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.WalletHistory;
import io.tical.server.work.Items;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Seals the past days of wallets, in the background and on request.
 *
 * <p>Sealing a day fixes the numbers of its movements: all movements that were made on the day and have committed. A movement that commits
 * later, because its node was slow or its clock is behind, has a higher number and belongs to the next sealed day. Days are sealed {@link
 * #GRACE} after their end, so that this is rare. Like the sealing of the ledger, it takes no lock.
 */
final class DailySealing {
    /** The delay between the end of a day and its sealing. */
    static final Duration GRACE = Duration.ofMinutes(5);

    private static final int WALLETS_MAX = 500;
    private static final int PAGE_ROWS = 5_000;

    private final Database database;
    private final WalletHistory history;
    private final Clock clock;
    /** A wallet has no due time that could be moved. */
    private final Items<WalletKey> items = new Items<>("daily statement", (wallet, by) -> false);

    /** The last day that was processed for every wallet; its late movements belong to the next day. */
    private @Nullable LocalDate done;

    private @Nullable LocalDate current;
    private @Nullable WalletKey cursor;
    private boolean failed;

    DailySealing(Database database, Clock clock) {
        this.database = database;
        this.history = new WalletHistory(database);
        this.clock = clock;
    }

    /** The last day that may be sealed now. */
    LocalDate lastOver() {
        return DailyStatement.day(clock.instant().minus(GRACE)).minusDays(1);
    }

    /** Seals the past days of the next 500 wallets. Returns whether there are more wallets. Not thread-safe. */
    boolean round() {
        var upTo = lastOver();
        if (upTo.equals(done)) {
            return false;
        }
        if (!upTo.equals(current)) {
            current = upTo;
            cursor = null;
            failed = false;
        }
        var wallets = history.wallets(cursor, WALLETS_MAX);
        var sealed = database.run(session -> DailyStatementStore.lastSeqs(
                session, wallets.stream().map(WalletHistory.Extent::wallet).toList()));
        for (var extent : wallets) {
            if (extent.lastSeq() > sealed.getOrDefault(extent.wallet(), 0L)) {
                failed |= !items.run(extent.wallet(), () -> seal(extent.wallet(), upTo, false));
            }
        }
        if (wallets.size() == WALLETS_MAX) {
            cursor = wallets.getLast().wallet();
            return true;
        }
        done = failed ? null : upTo;
        current = null;
        return false;
    }

    /**
     * Seals all days of a wallet with movements up to a day.
     *
     * @param empty whether to seal that day even if it had no movements
     * @throws io.tical.db.AlteredRow if a transfer or the last sealed day was altered
     */
    void seal(WalletKey wallet, LocalDate upTo, boolean empty) {
        for (var next = next(wallet, upTo, empty); next != null; next = next(wallet, upTo, empty)) {
            var statement = next;
            // Another node may have sealed the day concurrently; then nothing is inserted, and the loop reads again.
            database.transaction(session -> DailyStatementStore.insert(session, statement));
        }
    }

    private @Nullable DailyStatement next(WalletKey wallet, LocalDate upTo, boolean empty) {
        var last = database.run(session -> DailyStatementStore.last(session, wallet))
                .orElse(null);
        var sealedTo = last == null ? 0 : last.toSeq();
        if (sealedTo < history.lastSeq(wallet)) {
            var first = history.at(wallet, sealedTo + 1).orElseThrow(() -> history.missing(wallet, sealedTo + 1));
            var made = DailyStatement.day(first.createdAt());
            var day =
                    last == null || made.isAfter(last.day()) ? made : last.day().plusDays(1);
            if (!day.isAfter(upTo)) {
                var to = history.lastBefore(wallet, DailyStatement.end(day)).orElse(first);
                return sealed(wallet, last, day, Math.max(first.seq(), to.seq()));
            }
        }
        return empty && last != null && last.day().isBefore(upTo) ? sealed(wallet, last, upTo, sealedTo) : null;
    }

    private DailyStatement sealed(WalletKey wallet, @Nullable DailyStatement last, LocalDate day, long toSeq) {
        var afterSeq = last == null ? 0 : last.toSeq();
        var opening = history.point(wallet, afterSeq);
        var previous = DailyChain.headBefore(day, wallet, last, opening);
        var lines = new DailyLines(wallet, day, previous, opening);
        while (lines.seq() < toSeq) {
            var page = history.provedPage(wallet, lines.seq(), toSeq, PAGE_ROWS);
            if (page.isEmpty()) {
                throw history.missing(wallet, lines.seq() + 1);
            }
            for (var transfer : page) {
                if (!lines.add(transfer)) {
                    throw history.missing(wallet, lines.seq() + 1);
                }
            }
            lines.take();
        }
        lines.close();
        lines.take();
        var number = last == null ? 1 : last.number() + 1;
        return new DailyStatement(wallet, number, day, afterSeq + 1, toSeq, lines.head(), clock.instant());
    }
}
