package io.tical.server.statement;

import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.WalletHistory;
import io.tical.server.ledger.WalletPoint;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Recomputes the head of every sealed day from the transfers, and compares it with the stored head, which merchants have received. */
final class DailyStatementAudit implements MoneyAudit {
    private static final String TABLE = "daily_statement";
    private static final int PAGE_ROWS = 1_000;
    private static final int GAP_DAYS_MAX = 40_000;

    @Override
    public List<Proof> proofs() {
        return List.of(new Proof("heads of " + TABLE, DailyStatementAudit::prove));
    }

    private static void prove(Session session, Consumer<Finding> findings) {
        DailyStatement before = null;
        var page = DailyStatementStore.after(session, new WalletKey(new UUID(0, 0), false, ""), 0, PAGE_ROWS);
        while (!page.isEmpty()) {
            for (var statement : page) {
                var sameWallet = before != null && before.wallet().equals(statement.wallet());
                prove(session, statement, sameWallet ? before : null, findings);
                before = statement;
            }
            var last = page.getLast();
            page = DailyStatementStore.after(session, last.wallet(), last.number(), PAGE_ROWS);
        }
    }

    private static void prove(
            Session session, DailyStatement statement, @Nullable DailyStatement before, Consumer<Finding> findings) {
        var wallet = statement.wallet();
        var name = Finding.row(wallet.organizationId(), wallet.livemode()) + wallet.currency() + " number "
                + statement.number();
        var number = before == null ? 1 : before.number() + 1;
        var fromSeq = before == null ? 1 : before.toSeq() + 1;
        if (statement.number() != number || statement.fromSeq() != fromSeq) {
            findings.accept(new Finding(
                    TABLE,
                    name,
                    "number " + number + " from transfer " + fromSeq,
                    "number " + statement.number() + " from transfer " + statement.fromSeq()));
            return;
        }
        if (before != null && !follows(before.day(), statement.day())) {
            findings.accept(new Finding(
                    TABLE,
                    name + " day",
                    "a day after " + before.day(),
                    statement.day().toString()));
            return;
        }
        var head = head(session, statement, before);
        if (head == null || !Arrays.equals(head, statement.head())) {
            findings.accept(new Finding(
                    TABLE,
                    name + " head",
                    head == null
                            ? "transfers " + fromSeq + " to " + statement.toSeq() + " that follow from each other"
                            : HexFormat.of().formatHex(head) + ", from its transfers and the day before it",
                    HexFormat.of().formatHex(statement.head())));
        }
    }

    /** Rejects a day that is so much later that the days between would take long to compute; only an intruder writes such a row. */
    private static boolean follows(LocalDate before, LocalDate day) {
        return before.isBefore(day) && day.toEpochDay() - before.toEpochDay() <= GAP_DAYS_MAX;
    }

    /** The recomputed head; null if the transfers do not follow from each other. */
    private static byte @Nullable [] head(Session session, DailyStatement statement, @Nullable DailyStatement before) {
        var wallet = statement.wallet();
        var openingSeq = statement.fromSeq() - 1;
        var opening = openingSeq == 0
                ? WalletPoint.BEGINNING
                : WalletHistory.page(session, wallet, openingSeq - 1, openingSeq, 1).stream()
                        .map(WalletPoint::after)
                        .findFirst()
                        .orElse(null);
        if (opening == null) {
            return null;
        }
        var previous = DailyChain.headBefore(statement.day(), wallet, before, opening);
        var lines = new DailyLines(wallet, statement.day(), previous, opening);
        WalletHistory.forEach(session, wallet, openingSeq, statement.toSeq(), transfer -> {
            lines.add(transfer);
            lines.takeWhenLong();
        });
        if (lines.seq() != statement.toSeq()) {
            return null;
        }
        lines.close();
        lines.take();
        return lines.head();
    }
}
