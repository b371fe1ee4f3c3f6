package io.tical.server.statement;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.WalletHistory;
import io.tical.server.ledger.WalletPoint;
import io.tical.server.load.ConcurrencyLimits;
import io.tical.server.problem.Problem;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.LocalDate;
import java.util.function.Consumer;

/** Finds the sealed statements of days, for the API and the dashboard, and writes them as documents. */
public final class DailyStatements {
    private static final int PAGE_ROWS = 2_000;

    private final Database database;
    private final WalletHistory history;
    private final DailySealing sealing;
    private final ConcurrencyLimits limits;
    private final Clock clock;

    DailyStatements(Database database, DailySealing sealing, ConcurrencyLimits limits, Clock clock) {
        this.database = database;
        this.history = new WalletHistory(database);
        this.sealing = sealing;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * A sealed day.
     *
     * @param previous the head of the day before
     * @param toSeq the number of the last movement
     */
    public record Document(
            WalletKey wallet, LocalDate day, byte[] previous, WalletPoint opening, long toSeq, byte[] head) {}

    /**
     * Finds a day, and seals it if it is not sealed yet.
     *
     * @param day in UTC
     * @throws Problem.Invalid if the day has not begun
     * @throws Problem.Refused {@code STATEMENT_NOT_SEALED} if the day has not ended, or ended less than {@link DailySealing#GRACE} ago
     * @throws Problem.NotFound {@code STATEMENT_NOT_FOUND} if it is before the wallet's first movement
     */
    public Document find(WalletKey wallet, LocalDate day) {
        if (day.isAfter(DailyStatement.day(clock.instant()))) {
            throw new Problem.Invalid("date", "future", "must not be in the future, in UTC");
        }
        if (day.isAfter(sealing.lastOver())) {
            throw new Problem.Refused(
                    "STATEMENT_NOT_SEALED",
                    "This day is sealed at " + DailyStatement.end(day).plus(DailySealing.GRACE)
                            + "; request it again after that");
        }
        if (!isFinal(wallet, day)) {
            sealing.seal(wallet, day, true);
        }
        return database.run(session -> document(session, wallet, day));
    }

    /** Whether the day or a later one is sealed. */
    private boolean isFinal(WalletKey wallet, LocalDate day) {
        return database.run(session -> DailyStatementStore.last(session, wallet))
                .filter(last -> !last.day().isBefore(day))
                .isPresent();
    }

    private Document document(Session session, WalletKey wallet, LocalDate day) {
        var last = DailyStatementStore.lastUpTo(session, wallet, day)
                .orElseThrow(() -> new Problem.NotFound(
                        "STATEMENT_NOT_FOUND",
                        "This wallet had no movement until the end of this day; its first statement is later"));
        if (last.day().isBefore(day)) {
            var point = point(session, wallet, last.toSeq());
            var previous = DailyChain.headBefore(day, wallet, last, point);
            var head = DailyChain.headOfEmpty(day, wallet, previous, point);
            return new Document(wallet, day, previous, point, last.toSeq(), head);
        }
        var before =
                DailyStatementStore.find(session, wallet, last.number() - 1).orElse(null);
        var opening = point(session, wallet, last.fromSeq() - 1);
        var previous = DailyChain.headBefore(day, wallet, before, opening);
        return new Document(wallet, day, previous, opening, last.toSeq(), last.head());
    }

    private WalletPoint point(Session session, WalletKey wallet, long seq) {
        if (seq == 0) {
            return WalletPoint.BEGINNING;
        }
        return WalletHistory.page(session, wallet, seq - 1, seq, 1).stream()
                .map(WalletPoint::after)
                .findFirst()
                .orElseThrow(() -> history.missing(wallet, seq));
    }

    /**
     * Writes a document part by part. Writes the last part only if the lines have the sealed head, so a complete document is correct. Holds
     * no connection while it writes a part.
     *
     * @throws Problem.RateLimited if the organization reads too many statements at the same time
     * @throws Problem.Unavailable if too many statements are being read
     */
    public void write(Document document, Consumer<byte[]> parts) {
        limits.serve(document.wallet().organizationId(), () -> {
            var wallet = document.wallet();
            var lines = new DailyLines(wallet, document.day(), document.previous(), document.opening());
            while (lines.seq() < document.toSeq()) {
                var page = history.page(wallet, lines.seq(), document.toSeq(), PAGE_ROWS);
                if (page.isEmpty() || !page.stream().allMatch(lines::add)) {
                    throw history.missing(wallet, lines.seq() + 1);
                }
                if (lines.seq() < document.toSeq()) {
                    parts.accept(lines.take());
                }
            }
            lines.close();
            var end = lines.take();
            var head = lines.head();
            if (!MessageDigest.isEqual(head, document.head())) {
                throw database.altered("In transfer, the statement of " + wallet + " of " + document.day()
                        + ": the transfers are not those that were sealed. Run ./tical audit.");
            }
            parts.accept(end);
            parts.accept(DailyLines.headLine(head));
        });
    }
}
