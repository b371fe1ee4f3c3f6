package io.tical.server.collection;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.collection.ReservationSearch.Attempt;
import io.tical.server.collection.Reservations.AmountReservation;
import io.tical.server.collection.Reservations.Held;
import io.tical.server.collection.Reservations.Holder;
import io.tical.server.collection.Reservations.Range;
import io.tical.server.collection.Reservations.Taken;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The SQL of reserved amounts. */
final class ReservationStore {
    private static final String HELD = """
            unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]), cast(:payins AS uuid[]))
                AS k (collection_account_id, livemode, transfer_amount, payin_id)
            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
            """;

    private static final BulkWrite<Attempt> RESERVATION = BulkWrite.<Attempt>of("amount_reservation")
            .key("collection_account_id", "uuid", one -> one.reservation().collectionAccountId())
            .key("livemode", "boolean", one -> one.reservation().livemode())
            .key("transfer_amount", "bigint", one -> one.reservation().transferAmount())
            .column("organization_id", "uuid", one -> one.request().organizationId())
            .column("payin_id", "uuid", one -> one.request().holderId());

    private ReservationStore() {}

    static List<Taken> taken(Session session, Collection<Range> ranges) {
        if (ranges.isEmpty()) {
            return List.of();
        }
        // A limit for each range makes each one an index scan.
        return session.sql("""
                        SELECT s.* FROM unnest(cast(:organizations AS uuid[]), cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]),
                                               cast(:froms AS bigint[]), cast(:tos AS bigint[]))
                               AS r (organization_id, collection_account_id, livemode, from_amount, to_amount)
                        CROSS JOIN LATERAL (
                            SELECT collection_account_id, livemode, transfer_amount, organization_id FROM amount_reservation o
                            WHERE o.collection_account_id = r.collection_account_id AND o.livemode = r.livemode
                              AND o.transfer_amount BETWEEN 2 * r.from_amount - r.to_amount AND 2 * r.to_amount - r.from_amount
                              AND (o.transfer_amount BETWEEN r.from_amount AND r.to_amount
                                   OR o.organization_id = r.organization_id)
                            ORDER BY o.transfer_amount LIMIT 2000) s
                        """)
                .bindEach("organizations", ranges, range -> range.holder().organizationId())
                .bindEach("accounts", ranges, range -> range.holder().collectionAccountId())
                .bindEach("livemodes", ranges, range -> range.holder().livemode())
                .bindEach("froms", ranges, Range::from)
                .bindEach("tos", ranges, Range::to)
                .list(row -> new Taken(reservation(row), row.uuid("organization_id")));
    }

    /** The organizations with reservations on the account, at most {@link Surcharge#SHARES} of them. */
    static Set<UUID> users(Session session, Holder holder) {
        // Each step finds the next organization in the index.
        return new HashSet<>(session.sql("""
                        WITH RECURSIVE next (organization_id) AS (
                            (SELECT organization_id FROM amount_reservation
                             WHERE collection_account_id = :account AND livemode = :livemode ORDER BY organization_id LIMIT 1)
                            UNION ALL
                            SELECT (SELECT r.organization_id FROM amount_reservation r
                                    WHERE r.collection_account_id = :account AND r.livemode = :livemode
                                      AND r.organization_id > next.organization_id
                                    ORDER BY r.organization_id LIMIT 1)
                            FROM next WHERE next.organization_id IS NOT NULL)
                        SELECT organization_id FROM next WHERE organization_id IS NOT NULL LIMIT :shares
                        """)
                .bind("account", holder.collectionAccountId())
                .bind("livemode", holder.livemode())
                .bind("shares", Surcharge.SHARES)
                .list(row -> row.uuid("organization_id")));
    }

    /** How full an account is. */
    record Fill(UUID collectionAccountId, boolean livemode, int users, Most all, Most own) {}

    /**
     * The fullest range of amounts, of all organizations or of one.
     *
     * @param from the first amount of the range
     */
    record Most(long reserved, long from, UUID organizationId) {}

    /**
     * The fullest ranges of each account of a currency that has reservations.
     *
     * @param span the length of a range
     */
    static List<Fill> fills(Session session, String currency, long span) {
        return session.sql("""
                        SELECT collection_account_id, livemode, count(DISTINCT organization_id) AS users,
                               max(total) AS total, (array_agg(transfer_amount ORDER BY total DESC))[1] AS total_from,
                               max(own) AS own, (array_agg(transfer_amount ORDER BY own DESC))[1] AS own_from,
                               (array_agg(organization_id ORDER BY own DESC))[1] AS own_organization
                        FROM (SELECT r.collection_account_id, r.livemode, r.organization_id, r.transfer_amount,
                                     count(*) OVER (PARTITION BY r.collection_account_id, r.livemode ORDER BY r.transfer_amount
                                                    RANGE BETWEEN CURRENT ROW AND cast(:span AS bigint) FOLLOWING) AS total,
                                     count(*) OVER (PARTITION BY r.collection_account_id, r.livemode, r.organization_id
                                                    ORDER BY r.transfer_amount
                                                    RANGE BETWEEN CURRENT ROW AND cast(:span AS bigint) FOLLOWING) AS own
                              FROM amount_reservation r JOIN collection_account USING (collection_account_id)
                              WHERE currency = :currency) ranges
                        GROUP BY collection_account_id, livemode
                        """)
                .bind("currency", currency)
                .bind("span", span)
                .list(row -> new Fill(
                        row.uuid("collection_account_id"),
                        row.flag("livemode"),
                        Math.toIntExact(row.number("users")),
                        new Most(row.number("total"), row.number("total_from"), row.uuid("own_organization")),
                        new Most(row.number("own"), row.number("own_from"), row.uuid("own_organization"))));
    }

    /** Inserts reservations in key order; returns the ones that were free. */
    static Set<AmountReservation> insert(Session session, List<Attempt> attempts) {
        if (attempts.isEmpty()) {
            return Set.of();
        }
        var key = "collection_account_id, livemode, transfer_amount";
        var end = "ORDER BY " + key + " ON CONFLICT DO NOTHING RETURNING " + key;
        return new HashSet<>(RESERVATION.insert(session, attempts, end).list(ReservationStore::reservation));
    }

    private static AmountReservation reservation(Row row) {
        return new AmountReservation(
                row.uuid("collection_account_id"), row.flag("livemode"), row.number("transfer_amount"));
    }

    static void releaseLater(Session session, Collection<Held> held) {
        bound(session.sql("DELETE FROM amount_reservation s USING " + HELD), held)
                .runLater();
    }

    static void scheduleLater(Session session, Collection<Held> held, Instant at) {
        bound(session.sql("UPDATE amount_reservation s SET free_at = :at FROM " + HELD), held)
                .bind("at", at)
                .runLater();
    }

    private static Session.Statement bound(Session.Statement statement, Collection<Held> held) {
        return statement
                .bindEach("accounts", held, one -> one.reservation().collectionAccountId())
                .bindEach("livemodes", held, one -> one.reservation().livemode())
                .bindEach("amounts", held, one -> one.reservation().transferAmount())
                .bindEach("payins", held, Held::holderId);
    }

    /** Releases at most {@code rowsMax} reservations that are due; returns how many. */
    static long releaseDue(Session session, int rowsMax) {
        return session.sql("""
                        DELETE FROM amount_reservation WHERE (collection_account_id, livemode, transfer_amount) IN (
                            SELECT collection_account_id, livemode, transfer_amount FROM amount_reservation
                            WHERE free_at <= now() ORDER BY free_at LIMIT :rows FOR UPDATE SKIP LOCKED)
                        """).bind("rows", rowsMax).run();
    }
}
