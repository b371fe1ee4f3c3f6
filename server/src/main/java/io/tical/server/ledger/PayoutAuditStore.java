package io.tical.server.ledger;

import io.tical.db.Row;
import io.tical.db.Session;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the payouts' audit, which reads the rows of payouts as they are and not as their own room means them. */
final class PayoutAuditStore {
    private static final int PAGE = 1_000;

    private PayoutAuditStore() {}

    /** Which payout. */
    record Key(UUID organizationId, boolean livemode, UUID id) {
        static final Key BEFORE_ALL = new Key(new UUID(0, 0), false, new UUID(0, 0));

        @Override
        public String toString() {
            return "organization " + organizationId + " " + (livemode ? "live" : "test") + " payout " + id;
        }
    }

    /** A payout's money. */
    record Stored(
            Key key,
            String status,
            String currency,
            long amount,
            long fee,
            long delivered,
            long feeReturned,
            long returned) {
        long gross() {
            return Math.addExact(amount, fee);
        }
    }

    record Leg(Key payout, int step, long amount, long transferAmount, String status) {}

    /**
     * One try of a leg, and what the simulator's own book says of it.
     *
     * @param late what the rail reported when the attempt had been given up; null where it reported nothing
     * @param witnessed minor units that the simulator delivered for it; null where it knows nothing of it
     */
    record Try(
            Key payout,
            int step,
            int attempt,
            UUID id,
            long amount,
            String status,
            @Nullable Long late,
            @Nullable Long witnessed,
            boolean witnessFits) {}

    /** The sum of a payout's transfers of one posting. */
    record Moved(Key payout, String currency, String operation, long amount, long transfers) {}

    static List<Stored> after(Session session, Key key) {
        return session.sql("""
                        SELECT * FROM payout
                        WHERE (organization_id, livemode, payout_id) > (cast(:organization AS uuid), :livemode, cast(:payout AS uuid))
                        ORDER BY organization_id, livemode, payout_id LIMIT :rows
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("payout", key.id())
                .bind("rows", PAGE)
                .list(row -> new Stored(
                        key(row),
                        row.text("status"),
                        row.text("currency"),
                        row.number("amount"),
                        row.number("fee"),
                        row.number("delivered"),
                        row.number("fee_returned"),
                        row.number("returned")));
    }

    static List<Leg> legs(Session session, Collection<Key> payouts) {
        return of(session, payouts, """
                        SELECT s.* FROM asked JOIN payout_step s USING (organization_id, livemode, payout_id)
                        ORDER BY s.organization_id, s.livemode, s.payout_id, s.step
                        """)
                .list(row -> new Leg(
                        key(row),
                        row.integer("step"),
                        row.number("amount"),
                        row.number("transfer_amount"),
                        row.text("status")));
    }

    static List<Try> tries(Session session, Collection<Key> payouts) {
        return of(session, payouts, """
                        SELECT a.*, w.delivered AS witnessed,
                               coalesce(w.payout_id = a.payout_id AND w.step = a.step AND w.amount = a.amount
                                        AND w.delivered BETWEEN 0 AND w.amount, true) AS witness_fits
                        FROM asked JOIN payout_attempt a USING (organization_id, livemode, payout_id)
                        LEFT JOIN simulator_transfer w
                          ON w.organization_id = a.organization_id AND w.livemode = a.livemode AND w.attempt_id = a.attempt_id
                        ORDER BY a.organization_id, a.livemode, a.payout_id, a.step, a.attempt
                        """)
                .list(row -> new Try(
                        key(row),
                        row.integer("step"),
                        row.integer("attempt"),
                        row.uuid("attempt_id"),
                        row.number("amount"),
                        row.text("status"),
                        row.numberOrNull("late_amount"),
                        row.numberOrNull("witnessed"),
                        row.flag("witness_fits")));
    }

    static List<Moved> moved(Session session, Collection<Key> payouts) {
        return of(session, payouts, """
                        SELECT t.organization_id, t.livemode, t.reference AS payout_id, t.currency, t.operation,
                               cast(sum(t.amount) AS bigint) AS amount, count(*) AS transfers
                        FROM asked
                        JOIN transfer t ON t.organization_id = asked.organization_id AND t.livemode = asked.livemode
                                       AND t.reference = asked.payout_id
                        GROUP BY 1, 2, 3, 4, 5
                        """)
                .list(row -> new Moved(
                        key(row),
                        row.text("currency"),
                        row.text("operation"),
                        row.number("amount"),
                        row.number("transfers")));
    }

    /** Which of these are payouts. */
    static List<Key> existing(Session session, Collection<Key> payouts) {
        return of(session, payouts, "SELECT p.* FROM asked JOIN payout p USING (organization_id, livemode, payout_id)")
                .list(PayoutAuditStore::key);
    }

    private static Session.Statement of(Session session, Collection<Key> payouts, String select) {
        return session.sql("""
                        WITH asked AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payouts AS uuid[]))
                                AS k (organization_id, livemode, payout_id))
                        """ + select)
                .bindEach("organizations", payouts, Key::organizationId)
                .bindEach("livemodes", payouts, Key::livemode)
                .bindEach("payouts", payouts, Key::id);
    }

    static long attempts(Session session) {
        return session.sql("SELECT count(*) AS n FROM payout_attempt").one(row -> row.number("n"));
    }

    static long legs(Session session) {
        return session.sql("SELECT count(*) AS n FROM payout_step").one(row -> row.number("n"));
    }

    static long witnesses(Session session) {
        return session.sql("SELECT count(*) AS n FROM simulator_transfer").one(row -> row.number("n"));
    }

    /** A wallet whose usage of its newest day is not what that day's payouts come to. */
    record Usage(WalletKey wallet, LocalDate day, long used, long counted) {}

    /** Each payout counts what was not given back; the status of it says how much that is. */
    static List<Usage> wrongUsages(Session session) {
        return session.sql("""
                        SELECT w.organization_id, w.livemode, w.currency, w.daily_date, w.daily_used, c.counted
                        FROM wallet w
                        LEFT JOIN (
                            SELECT organization_id, livemode, currency, daily_date,
                                   cast(sum(CASE WHEN status IN ('failed', 'cancelled', 'expired', 'refunded') THEN 0
                                                 WHEN status IN ('success', 'partial_success') THEN delivered
                                                 ELSE amount END) AS bigint) AS counted
                            FROM payout GROUP BY 1, 2, 3, 4) c USING (organization_id, livemode, currency, daily_date)
                        WHERE w.daily_date IS NOT NULL AND w.daily_used <> coalesce(c.counted, 0)
                        ORDER BY 1, 2, 3 LIMIT 1
                        """)
                .list(row -> new Usage(
                        LedgerStore.key(row),
                        Objects.requireNonNull(row.dateOrNull("daily_date")),
                        row.number("daily_used"),
                        Objects.requireNonNullElse(row.numberOrNull("counted"), 0L)));
    }

    /** What the simulator was told to send without a fence. */
    static List<String> unfenced(Session session) {
        return session.sql("""
                        SELECT w.attempt_id, w.payout_id, w.step, w.organization_id, w.livemode FROM simulator_transfer w
                        WHERE NOT EXISTS (
                            SELECT FROM payout_attempt a
                            WHERE a.organization_id = w.organization_id AND a.livemode = w.livemode AND a.payout_id = w.payout_id
                              AND a.attempt_id = w.attempt_id)
                        ORDER BY w.organization_id, w.livemode, w.attempt_id LIMIT 1
                        """)
                .list(row -> key(row) + " step " + row.integer("step") + " attempt_id " + row.uuid("attempt_id"));
    }

    /** Legs and attempts whose payout is gone. */
    static List<String> orphans(Session session) {
        return session.sql("""
                        SELECT organization_id, livemode, payout_id, step FROM
                            (SELECT organization_id, livemode, payout_id, step FROM payout_step
                             UNION ALL SELECT organization_id, livemode, payout_id, step FROM payout_attempt) s
                        WHERE NOT EXISTS (
                            SELECT FROM payout p WHERE p.organization_id = s.organization_id AND p.livemode = s.livemode
                              AND p.payout_id = s.payout_id)
                        ORDER BY 1, 2, 3, 4 LIMIT 1
                        """).list(row -> key(row).toString());
    }

    private static Key key(Row row) {
        return new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payout_id"));
    }
}
