package io.tical.server.payin;

import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The SQL of slots. */
final class AmountReservationStore {
    private static final String OF_SLOTS = """
            unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]), cast(:payins AS uuid[]))
                AS k (collection_account_id, livemode, transfer_amount, payin_id)
            """;

    private AmountReservationStore() {}

    /**
     * Amounts on one account, both ends included.
     *
     * @param organizationId whose slots are wanted beyond the ends too, as far again in both directions
     */
    record Range(UUID organizationId, UUID collectionAccountId, boolean livemode, long from, long to) {}

    /** A slot that somebody has. */
    record Taken(AmountReservation slot, UUID organizationId) {}

    /**
     * Lets one transaction at a time, on any node, take slots for each of these organizations: what an organization has is
     * counted before more is taken.
     */
    static void lockTakers(Session session, Collection<UUID> organizationIds) {
        session.sql("""
                        SELECT organization_id FROM organization WHERE organization_id = ANY (cast(:organizations AS uuid[]))
                        ORDER BY organization_id FOR NO KEY UPDATE
                        """).bindEach("organizations", organizationIds, id -> id).list(row -> row.uuid("organization_id"));
    }

    static List<Taken> taken(Session session, Collection<Range> ranges) {
        if (ranges.isEmpty()) {
            return List.of();
        }
        // A limit of its own for each range, so that each is a look into the index, however many slots there are.
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
                .list(row -> new Taken(slot(row), row.uuid("organization_id")));
    }

    /** Takes these slots, in their order, as far as nobody has them; answers those taken. */
    static Set<AmountReservation> take(Session session, List<ReservationPlacement.Try> tries) {
        if (tries.isEmpty()) {
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
                .bindEach("accounts", tries, one -> one.slot().collectionAccountId())
                .bindEach("livemodes", tries, one -> one.slot().livemode())
                .bindEach("amounts", tries, one -> one.slot().transferAmount())
                .bindEach("organizations", tries, one -> one.wish().organizationId())
                .bindEach("payins", tries, one -> one.wish().payinId())
                .list(AmountReservationStore::slot));
    }

    /** Who has which slot. */
    record Held(AmountReservation slot, UUID payinId) {}

    /** Gives slots back; one that another payin has by now stays. */
    static void free(Session session, Collection<Held> held) {
        if (!held.isEmpty()) {
            bound(session.sql("DELETE FROM payin_slot s USING " + OF_SLOTS + """
                            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
                              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
                            """), held)
                    .run();
        }
    }

    /** Lets slots be given back at a time. */
    static void freeAt(Session session, Collection<Held> held, Instant at) {
        if (!held.isEmpty()) {
            bound(session.sql("UPDATE payin_slot s SET free_at = :at FROM " + OF_SLOTS + """
                            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
                              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
                            """), held)
                    .bind("at", at)
                    .run();
        }
    }

    /** Gives back what is due, as far as no other node is at it; answers how many, at most {@code rowsMax}. */
    static long freeDue(Session session, int rowsMax) {
        return session.sql("""
                        DELETE FROM payin_slot WHERE (collection_account_id, livemode, transfer_amount) IN (
                            SELECT collection_account_id, livemode, transfer_amount FROM payin_slot
                            WHERE free_at <= now() ORDER BY free_at LIMIT :rows FOR UPDATE SKIP LOCKED)
                        """).bind("rows", rowsMax).run();
    }

    private static Session.Statement bound(Session.Statement statement, Collection<Held> held) {
        return statement
                .bindEach("accounts", held, one -> one.slot().collectionAccountId())
                .bindEach("livemodes", held, one -> one.slot().livemode())
                .bindEach("amounts", held, one -> one.slot().transferAmount())
                .bindEach("payins", held, Held::payinId);
    }

    private static AmountReservation slot(Row row) {
        return new AmountReservation(
                row.uuid("collection_account_id"), row.flag("livemode"), row.number("transfer_amount"));
    }
}
