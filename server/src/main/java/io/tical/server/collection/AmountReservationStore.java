package io.tical.server.collection;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.collection.Reservations.Held;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The SQL of amount reservations. */
final class AmountReservationStore {
    private static final String OF_HELD = """
            unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]), cast(:payins AS uuid[]))
                AS k (collection_account_id, livemode, transfer_amount, payin_id)
            """;

    private AmountReservationStore() {}

    /**
     * A range of amounts on one account, inclusive.
     *
     * @param organizationId the organization whose reservations are also read one range below and one range above
     */
    record Range(UUID organizationId, UUID collectionAccountId, boolean livemode, long from, long to) {}

    /** The reservation of an organization. */
    record Taken(AmountReservation reservation, UUID organizationId) {}

    /** Serializes the reservations of each of these organizations across nodes. */
    static void lockOrganizations(Session session, Collection<UUID> organizationIds) {
        session.sql("""
                        SELECT organization_id FROM organization WHERE organization_id = ANY (cast(:organizations AS uuid[]))
                        ORDER BY organization_id FOR NO KEY UPDATE
                        """).bindEach("organizations", organizationIds, id -> id).list(row -> row.uuid("organization_id"));
    }

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
                            SELECT collection_account_id, livemode, transfer_amount, organization_id FROM payin_slot o
                            WHERE o.collection_account_id = r.collection_account_id AND o.livemode = r.livemode
                              AND o.transfer_amount BETWEEN 2 * r.from_amount - r.to_amount AND 2 * r.to_amount - r.from_amount
                              AND (o.transfer_amount BETWEEN r.from_amount AND r.to_amount
                                   OR o.organization_id = r.organization_id)
                            ORDER BY o.transfer_amount LIMIT 2000) s
                        """)
                .bindEach("organizations", ranges, Range::organizationId)
                .bindEach("accounts", ranges, Range::collectionAccountId)
                .bindEach("livemodes", ranges, Range::livemode)
                .bindEach("froms", ranges, Range::from)
                .bindEach("tos", ranges, Range::to)
                .list(row -> new Taken(reservation(row), row.uuid("organization_id")));
    }

    /** Inserts reservations in key order; returns the ones that were free. */
    static Set<AmountReservation> insert(Session session, List<ReservationSearch.Attempt> attempts) {
        if (attempts.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(session.sql("""
                        INSERT INTO payin_slot (collection_account_id, livemode, transfer_amount, organization_id, payin_id)
                        SELECT * FROM unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]),
                                             cast(:organizations AS uuid[]), cast(:payins AS uuid[]))
                               AS k (collection_account_id, livemode, transfer_amount, organization_id, payin_id)
                        ORDER BY collection_account_id, livemode, transfer_amount
                        ON CONFLICT DO NOTHING
                        RETURNING collection_account_id, livemode, transfer_amount
                        """)
                .bindEach("accounts", attempts, one -> one.reservation().collectionAccountId())
                .bindEach("livemodes", attempts, one -> one.reservation().livemode())
                .bindEach("amounts", attempts, one -> one.reservation().transferAmount())
                .bindEach("organizations", attempts, one -> one.request().organizationId())
                .bindEach("payins", attempts, one -> one.request().holderId())
                .list(AmountReservationStore::reservation));
    }

    static void release(Session session, Collection<Held> held) {
        if (!held.isEmpty()) {
            bound(session.sql("DELETE FROM payin_slot s USING " + OF_HELD + """
                            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
                              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
                            """), held)
                    .run();
        }
    }

    static void releaseAt(Session session, Collection<Held> held, Instant at) {
        if (!held.isEmpty()) {
            bound(session.sql("UPDATE payin_slot s SET free_at = :at FROM " + OF_HELD + """
                            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
                              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
                            """), held)
                    .bind("at", at)
                    .run();
        }
    }

    /** Skips rows that another transaction has locked. */
    static long releaseDue(Session session, int rowsMax) {
        return session.sql("""
                        DELETE FROM payin_slot WHERE (collection_account_id, livemode, transfer_amount) IN (
                            SELECT collection_account_id, livemode, transfer_amount FROM payin_slot
                            WHERE free_at <= now() ORDER BY free_at LIMIT :rows FOR UPDATE SKIP LOCKED)
                        """).bind("rows", rowsMax).run();
    }

    private static Session.Statement bound(Session.Statement statement, Collection<Held> held) {
        return statement
                .bindEach("accounts", held, one -> one.reservation().collectionAccountId())
                .bindEach("livemodes", held, one -> one.reservation().livemode())
                .bindEach("amounts", held, one -> one.reservation().transferAmount())
                .bindEach("payins", held, Held::holderId);
    }

    private static AmountReservation reservation(Row row) {
        return new AmountReservation(
                row.uuid("collection_account_id"), row.flag("livemode"), row.number("transfer_amount"));
    }
}
