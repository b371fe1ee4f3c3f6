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
 * Of a test payment the journal has nothing. A claim is the money of a payout's attempt that had been given up: the payout's own
 * postings took it from suspense, and when it is returned or kept (borne), rail or fee fill suspense up again. Every such attempt has
 * its claim, and every claim its attempt.
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
            return of("suspense");
        }

        String ofPayout() {
            return of("payout");
        }

        private String of(String object) {
            return "organization " + organizationId + " " + (livemode ? "live" : "test") + " " + object + " " + id;
        }
    }

    /** What a row says, and the sums of its transfers in its currency by posting. */
    private record Stored(
            Key key,
            boolean claim,
            String status,
            long amount,
            long received,
            long released,
            long kept,
            long returned,
            long borne,
            long transfers) {
        void require() {
            var live = key.livemode() || claim;
            var expected = switch (status) {
                case "noted" -> new long[] {0, 0, 0, 0, 0};
                case "open" -> claim ? new long[] {0, 0, 0, 0, 0} : new long[] {amount, 0, 0, 0, 0};
                case "matched" -> new long[] {amount, amount, 0, 0, 0};
                case "returned" -> claim ? new long[] {0, 0, 0, amount, 0} : new long[] {amount, amount, 0, 0, 0};
                case "kept" -> claim ? new long[] {0, 0, 0, 0, amount} : new long[] {amount, 0, amount, 0, 0};
                default -> throw new Finding.Found("suspense", key + " status", "a status", status);
            };
            var moved = new long[] {received, released, kept, returned, borne};
            var names = new String[] {"received", "released", "kept", "paid back", "borne"};
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
        requireClaims();
        require(
                transfers == suspenseTransfers,
                "transfer",
                "all suspense postings",
                transfers + " of suspense, in its currency",
                suspenseTransfers);
    }

    private void requireClaims() {
        session.sql("""
                        SELECT coalesce(a.organization_id, s.organization_id) AS organization_id,
                               coalesce(a.livemode, s.livemode) AS livemode, coalesce(a.payout_id, s.payout_id) AS payout_id,
                               a.late_amount, s.amount
                        FROM (SELECT * FROM payout_attempt WHERE status = 'dead' AND late_amount > 0) a
                        FULL JOIN (SELECT * FROM suspense WHERE source = 'payout') s
                          ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.payout_id = a.payout_id
                         AND s.attempt_id = a.attempt_id
                        WHERE a.late_amount IS DISTINCT FROM s.amount
                        ORDER BY 1, 2, 3 LIMIT 1
                        """).list(row -> {
            var late = row.numberOrNull("late_amount");
            var claimed = row.numberOrNull("amount");
            throw new Finding.Found(
                    "suspense",
                    new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payout_id")).ofPayout(),
                    late == null ? "no claim, for no attempt was delivered late" : "a claim of " + late,
                    claimed == null ? "none" : "a claim of " + claimed);
        });
    }

    private List<Stored> after(Key key) {
        return session.sql("""
                        WITH page AS MATERIALIZED (
                            SELECT * FROM suspense
                            WHERE (organization_id, livemode, suspense_id) > (cast(:organization AS uuid), :livemode, cast(:id AS uuid))
                            ORDER BY organization_id, livemode, suspense_id LIMIT :rows)
                        SELECT p.organization_id, p.livemode, p.suspense_id, p.source = 'payout' AS claim, p.status, p.amount,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_receive'), 0) AS bigint) AS received,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_release'), 0) AS bigint) AS released,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_keep'), 0) AS bigint) AS kept,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_claim_return'), 0) AS bigint) AS returned,
                            cast(coalesce(sum(t.amount) FILTER (WHERE t.operation = 'suspense_claim_bear'), 0) AS bigint) AS borne,
                            count(t.amount) AS transfers
                        FROM page p
                        LEFT JOIN transfer t ON t.organization_id = p.organization_id AND t.livemode = p.livemode
                            AND t.reference = p.suspense_id AND t.currency = p.currency
                        GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("id", key.id())
                .bind("rows", PAGE)
                .list(row -> new Stored(
                        new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid("suspense_id")),
                        row.flag("claim"),
                        row.text("status"),
                        row.number("amount"),
                        row.number("received"),
                        row.number("released"),
                        row.number("kept"),
                        row.number("returned"),
                        row.number("borne"),
                        row.number("transfers")));
    }

    Map<String, Long> counts() {
        return Map.of("suspense", items);
    }
}
