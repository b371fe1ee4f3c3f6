package io.tical.server.ledger;

import io.tical.db.Row;
import io.tical.db.Session;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The SQL of the payins' audit, which reads the rows of payins as they are and not as their own room means them. */
final class PayinAuditStore {
    private static final int PAGE = 1_000;

    private PayinAuditStore() {}

    /** Which payin. */
    record Key(UUID organizationId, boolean livemode, UUID id) {
        static final Key BEFORE_ALL = new Key(new UUID(0, 0), false, new UUID(0, 0));

        @Override
        public String toString() {
            return "organization " + organizationId + " " + (livemode ? "live" : "test") + " payin " + id;
        }
    }

    /**
     * A payin's money.
     *
     * @param owed whether the payout that it was to pay went on without it, so that the payee owes what was paid
     */
    record Stored(
            Key key,
            String status,
            String currency,
            long fee,
            long paid,
            long feeCharged,
            long feeReturned,
            boolean owed) {
        long net() {
            return paid - feeCharged;
        }
    }

    /** The sum of a payin's transfers of one posting. */
    record Moved(Key payin, String currency, String operation, long amount, long transfers) {}

    static List<Stored> after(Session session, Key key) {
        return session.sql("""
                        SELECT p.*, coalesce(m.status = 'released', false) AS owed
                        FROM payin p LEFT JOIN p2p_match m USING (organization_id, livemode, payin_id)
                        WHERE (organization_id, livemode, payin_id) > (cast(:organization AS uuid), :livemode, cast(:payin AS uuid))
                        ORDER BY organization_id, livemode, payin_id LIMIT :rows
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("payin", key.id())
                .bind("rows", PAGE)
                .list(row -> new Stored(
                        key(row),
                        row.text("status"),
                        row.text("currency"),
                        row.number("fee"),
                        row.number("paid"),
                        row.number("fee_charged"),
                        row.number("fee_returned"),
                        row.flag("owed")));
    }

    static List<Moved> moved(Session session, Collection<Key> payins) {
        return of(session, payins, """
                        SELECT t.organization_id, t.livemode, t.reference AS payin_id, t.currency, t.operation,
                               cast(sum(t.amount) AS bigint) AS amount, count(*) AS transfers
                        FROM asked
                        JOIN transfer t ON t.organization_id = asked.organization_id AND t.livemode = asked.livemode
                                       AND t.reference = asked.payin_id
                        GROUP BY 1, 2, 3, 4, 5
                        """)
                .list(row -> new Moved(
                        key(row),
                        row.text("currency"),
                        row.text("operation"),
                        row.number("amount"),
                        row.number("transfers")));
    }

    /** Which of these are payins. */
    static List<Key> existing(Session session, Collection<Key> payins) {
        return of(session, payins, "SELECT p.* FROM asked JOIN payin p USING (organization_id, livemode, payin_id)")
                .list(PayinAuditStore::key);
    }

    private static Session.Statement of(Session session, Collection<Key> payins, String select) {
        return session.sql("""
                        WITH asked AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payins AS uuid[]))
                                AS k (organization_id, livemode, payin_id))
                        """ + select)
                .bindEach("organizations", payins, Key::organizationId)
                .bindEach("livemodes", payins, Key::livemode)
                .bindEach("payins", payins, Key::id);
    }

    private static Key key(Row row) {
        return new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payin_id"));
    }
}
