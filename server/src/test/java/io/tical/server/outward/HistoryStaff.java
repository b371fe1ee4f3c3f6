package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.TestModules;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.StaffDecision;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The staff of a random history. One person transfers whatever the queue shows, and reports it. Two people decide what is in review, and
 * what the service says was lost, with the bank's word.
 */
record HistoryStaff(HistoryDatabase database, HistoryBank bank, Random random, Predicate<String> mayBeInReview) {
    static final String HANDED =
            "SELECT o.*, a.attempt_id, a.step FROM " + HistoryDatabase.OBJECTS + " JOIN " + HistoryDatabase.ATTEMPTS
                    + " USING (id) WHERE o.status = 'processing' AND (o.kind = 'payout' OR o.review_reason IS NULL)"
                    + " AND a.status = 'open' AND a.rail = 'manual' AND (a.polls > 0 OR o.due_at IS NULL) ORDER BY o.id";

    static final String REVIEWED = "SELECT o.*, a.attempt_id, a.step FROM " + HistoryDatabase.OBJECTS + " LEFT JOIN "
            + HistoryDatabase.ATTEMPTS + " ON a.id = o.id AND a.status = 'open' WHERE o.status = 'in_review'"
            + " OR (o.kind = 'settlement' AND o.status = 'processing' AND o.review_reason IS NOT NULL) ORDER BY o.id";

    static TransactionKey key(Map<String, String> row) {
        return new TransactionKey(
                UUID.fromString(row.get("organization_id")),
                row.get("livemode").equals("t"),
                UUID.fromString(row.get("id")));
    }

    /** Transfers what the queue shows, and reports some of it. */
    void transfer(TestModules node, int reported) {
        var fence = node.get(OutwardModule.class).fence();
        for (var row : database.list(HANDED)) {
            var order = row.get("ref");
            if (!fence.tookUp(key(row)) || !bank.has(order)) {
                bank.transfer(order, "by staff, for attempt " + row.get("attempt_id"));
            }
            if (random.nextInt(100) < reported) {
                report(node, row, true);
            }
        }
    }

    /** Approves what must be approved before it is sent. */
    void approve(TestModules node) {
        for (var row : database.list(
                "SELECT * FROM " + HistoryDatabase.OBJECTS + " WHERE status = 'pending_review' ORDER BY id")) {
            decide(node, row, "decision", "\"decision\":\"approve\"");
        }
    }

    /** Decides what is in review. */
    void decide(TestModules node) {
        for (var row : database.list(REVIEWED)) {
            assertThat(mayBeInReview.test(row.get("ref")))
                    .as("why people are asked about %s", row)
                    .isTrue();
            if (row.get("attempt_id").equals("null")) {
                decide(node, row, "decision", "\"decision\":\"retry\"");
            } else {
                report(node, row, bank.has(row.get("ref")));
            }
        }
    }

    private void report(TestModules node, Map<String, String> row, boolean arrived) {
        var payout = row.get("kind").equals("payout");
        decide(
                node,
                row,
                payout ? "steps/{step}/outcome" : "outcome",
                arrived
                        ? "\"outcome\":\"success\",\"reference\":\"T" + row.get("attempt_id") + "\""
                        : "\"outcome\":\"failed\"");
    }

    private static void decide(TestModules node, Map<String, String> row, String action, String body) {
        var by = StaffDecision.of(
                "staff", Long.parseLong(row.get("version")), Ids.next().toString());
        node.decide(
                "/admin/v1/" + row.get("kind") + "s/{id}/" + action,
                Map.of("id", row.get("id"), "step", String.valueOf(row.get("step"))),
                String.format(
                        Locale.ROOT, "{\"version\":%s,\"note\":\"as the bank says\",%s}", row.get("version"), body),
                by);
    }
}
