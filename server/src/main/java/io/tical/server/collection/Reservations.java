package io.tical.server.collection;

import io.tical.common.CurrencyProfile;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.collection.ReservationSearch.Attempt;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reserves amounts on collection accounts, so that the amount of a transfer identifies its payin. */
public final class Reservations {
    private static final String HELD = """
            unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]), cast(:payins AS uuid[]))
                AS k (collection_account_id, livemode, transfer_amount, payin_id)
            WHERE s.collection_account_id = k.collection_account_id AND s.livemode = k.livemode
              AND s.transfer_amount = k.transfer_amount AND s.payin_id = k.payin_id
            """;

    private static final BulkWrite<Attempt> RESERVATION = BulkWrite.<Attempt>of("payin_slot")
            .key("collection_account_id", "uuid", one -> one.reservation().collectionAccountId())
            .key("livemode", "boolean", one -> one.reservation().livemode())
            .key("transfer_amount", "bigint", one -> one.reservation().transferAmount())
            .column("organization_id", "uuid", one -> one.request().organizationId())
            .column("payin_id", "uuid", one -> one.request().holderId());

    private Reservations() {}

    /**
     * An amount on one collection account in one environment. At most one payin holds it at a time.
     *
     * @param transferAmount minor units
     */
    public record AmountReservation(UUID collectionAccountId, boolean livemode, long transferAmount) {
        private static AmountReservation of(Row row) {
            return new AmountReservation(
                    row.uuid("collection_account_id"), row.flag("livemode"), row.number("transfer_amount"));
        }
    }

    /**
     * A request for one amount.
     *
     * @param holderId the payin
     * @param amount minor units; the reserved amount exceeds it by less than one whole unit
     * @param accounts the possible accounts, in order of preference
     */
    public record Request(
            UUID organizationId,
            boolean livemode,
            UUID holderId,
            CurrencyProfile currency,
            long amount,
            List<CollectionAccount> accounts) {}

    /**
     * The result of one request.
     *
     * @param choice the index of the account in the request
     * @param reservation null in a currency without surcharges
     */
    public record Reserved(
            int choice, long transferAmount, @Nullable AmountReservation reservation) {}

    /**
     * The outcome of several requests.
     *
     * @param reserved by payin; a failed request has no entry
     * @param atShare the failed requests whose organization has its maximum share of the amount
     */
    public record Outcome(Map<UUID, Reserved> reserved, Set<UUID> atShare) {}

    /** A reservation and its holder. */
    public record Held(AmountReservation reservation, UUID holderId) {}

    /**
     * Reserves an amount for each request. Locks each organization until the transaction ends, so that its share is exact.
     */
    public static Outcome reserve(Session session, List<Request> requests) {
        return new ReservationSearch(session).reserve(requests);
    }

    /** The reservations of an organization on an account. */
    record Holder(UUID organizationId, UUID collectionAccountId, boolean livemode) {}

    /**
     * A range of amounts on one account, inclusive.
     *
     * @param holder whose reservations are also read one range below and one range above
     */
    record Range(Holder holder, long from, long to) {}

    /** The reservation of an organization. */
    record Taken(AmountReservation reservation, UUID organizationId) {
        Holder holder() {
            return new Holder(organizationId, reservation.collectionAccountId(), reservation.livemode());
        }
    }

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
                .bindEach("organizations", ranges, range -> range.holder().organizationId())
                .bindEach("accounts", ranges, range -> range.holder().collectionAccountId())
                .bindEach("livemodes", ranges, range -> range.holder().livemode())
                .bindEach("froms", ranges, Range::from)
                .bindEach("tos", ranges, Range::to)
                .list(row -> new Taken(AmountReservation.of(row), row.uuid("organization_id")));
    }

    /** Inserts reservations in key order; returns the ones that were free. */
    static Set<AmountReservation> insert(Session session, List<Attempt> attempts) {
        if (attempts.isEmpty()) {
            return Set.of();
        }
        var key = "collection_account_id, livemode, transfer_amount";
        var end = "ORDER BY " + key + " ON CONFLICT DO NOTHING RETURNING " + key;
        return new HashSet<>(RESERVATION.insert(session, attempts, end).list(AmountReservation::of));
    }

    /** Releases reservations; one with another holder stays. */
    public static void release(Session session, Collection<Held> held) {
        if (!held.isEmpty()) {
            bound(session.sql("DELETE FROM payin_slot s USING " + HELD), held).run();
        }
    }

    /** Schedules the release of reservations. */
    public static void releaseAt(Session session, Collection<Held> held, Instant at) {
        if (!held.isEmpty()) {
            bound(session.sql("UPDATE payin_slot s SET free_at = :at FROM " + HELD), held)
                    .bind("at", at)
                    .run();
        }
    }

    private static Session.Statement bound(Session.Statement statement, Collection<Held> held) {
        return statement
                .bindEach("accounts", held, one -> one.reservation().collectionAccountId())
                .bindEach("livemodes", held, one -> one.reservation().livemode())
                .bindEach("amounts", held, one -> one.reservation().transferAmount())
                .bindEach("payins", held, Held::holderId);
    }

    /**
     * Releases at most {@code rowsMax} reservations that are due; returns how many. Skips rows that another transaction has locked.
     */
    public static long releaseDue(Session session, int rowsMax) {
        return session.sql("""
                        DELETE FROM payin_slot WHERE (collection_account_id, livemode, transfer_amount) IN (
                            SELECT collection_account_id, livemode, transfer_amount FROM payin_slot
                            WHERE free_at <= now() ORDER BY free_at LIMIT :rows FOR UPDATE SKIP LOCKED)
                        """).bind("rows", rowsMax).run();
    }
}
