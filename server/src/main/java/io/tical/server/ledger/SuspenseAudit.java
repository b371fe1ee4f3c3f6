package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.Session;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Proves that the journal has of each payment in suspense what its row says:
 *
 * <pre>
 * status              suspense  fee     rail
 * noted               0         0       0
 * open                amount    0       − amount
 * matched, returned   0         0       0
 * kept                0         amount  − amount
 * </pre>
 *
 * Of a test payment the journal has nothing.
 */
final class SuspenseAudit {
    private static final int PAGE = 1_000;

    private final Session session;
    private long items;
    private long transfers;

    SuspenseAudit(Session session) {
        this.session = session;
    }

    private record Key(UUID organizationId, boolean livemode, UUID id) {
        @Override
        public String toString() {
            return "organization " + organizationId + " " + (livemode ? "live" : "test") + " suspense " + id;
        }
    }

    /** What a row says, and the sums of its transfers in its currency by posting. */
    private record Stored(
            Key key, String status, long amount, long received, long released, long kept, long transfers) {
        void require() {
            var live = key.livemode();
            var expected = switch (status) {
                case "noted" -> new long[] {0, 0, 0};
                case "open" -> new long[] {amount, 0, 0};
                case "matched", "returned" -> new long[] {amount, amount, 0};
                case "kept" -> new long[] {amount, 0, amount};
                default -> throw new Finding.Found("suspense", key + " status", "a status", status);
            };
            var moved = new long[] {received, released, kept};
            var names = new String[] {"received", "released", "kept"};
            for (int i = 0; i < moved.length; i++) {
                Finding.require(
                        moved[i] == (live ? expected[i] : 0),
                        "suspense",
                        key + ", " + status,
                        (live ? expected[i] : 0) + " " + names[i] + " by its transfers",
                        moved[i]);
            }
        }
    }

    /** @param suspenseTransfers how many postings of suspense the journal has */
    void run(long suspenseTransfers) {
        var after = new Key(new UUID(0, 0), false, new UUID(0, 0));
        for (var page = after(after);
                !page.isEmpty();
                page = after(page.getLast().key())) {
            for (var item : page) {
                item.require();
                transfers += item.transfers();
            }
            items += page.size();
        }
        require(
                transfers == suspenseTransfers,
                "transfer",
                "all suspense postings",
                transfers + " of suspense, in its currency",
                suspenseTransfers);
    }

    private List<Stored> after(Key key) {
        return session.sql("""
                        WITH page AS MATERIALIZED (
                            SELECT * FROM suspense
                            WHERE (organization_id, livemode, suspense_id) > (cast(:organization AS uuid), :livemode, cast(:id AS uuid))
                            ORDER BY organization_id, livemode, suspense_id LIMIT :rows)
                        SELECT p.organization_id, p.livemode, p.suspense_id, p.status, p.amount,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_receive'), 0) AS bigint) AS received,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_release'), 0) AS bigint) AS released,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_keep'), 0) AS bigint) AS kept,
                            count(t.amount) AS transfers
                        FROM page p
                        LEFT JOIN transfer t ON t.organization_id = p.organization_id AND t.livemode = p.livemode
                            AND t.reference = p.suspense_id AND t.currency = p.currency
                        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("id", key.id())
                .bind("rows", PAGE)
                .list(row -> new Stored(
                        new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid("suspense_id")),
                        row.text("status"),
                        row.number("amount"),
                        row.number("received"),
                        row.number("released"),
                        row.number("kept"),
                        row.number("transfers")));
    }

    Map<String, Long> counts() {
        return Map.of("suspense", items);
    }
}
