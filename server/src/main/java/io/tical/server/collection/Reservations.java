package io.tical.server.collection;

import io.tical.common.CurrencyProfile;
import io.tical.db.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reserves amounts on collection accounts, so that the amount of a transfer identifies its payin. */
public final class Reservations {
    private Reservations() {}

    /**
     * An amount on one collection account in one environment. At most one payin holds it at a time.
     *
     * @param transferAmount minor units
     */
    public record AmountReservation(UUID collectionAccountId, boolean livemode, long transferAmount) {}

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

    /** Sums what the payins of an account ask for. */
    @FunctionalInterface
    public interface Asked {
        /**
         * @param from the ids of payins from this one
         * @param until to this one, exclusive
         * @return the sum of the transfers of payins that are open or were paid, minor units
         */
        long sum(Session session, UUID account, boolean livemode, UUID from, UUID until);
    }

    /**
     * Reserves an amount for each request. Locks each organization until the transaction ends, so that its share is exact, and each account
     * that has a limit of a day.
     */
    public static Outcome reserve(Session session, AccountZones zones, Asked asked, List<Request> requests) {
        return new ReservationSearch(session, zones, asked).reserve(requests);
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

    /** Whether payins of a currency have amounts of their own. */
    public static boolean distinguish(CurrencyProfile currency) {
        return Surcharge.of(currency).distinguishes();
    }

    /** Releases reservations when the session sends; one with another holder stays. */
    public static void release(Session session, Collection<Held> held) {
        if (!held.isEmpty()) {
            ReservationStore.releaseLater(session, held);
        }
    }

    /** Schedules the release of reservations when the session sends. */
    public static void releaseAt(Session session, Collection<Held> held, Instant at) {
        if (!held.isEmpty()) {
            ReservationStore.scheduleLater(session, held, at);
        }
    }

    /**
     * Releases at most {@code rowsMax} reservations that are due; returns how many. Skips rows that another transaction has locked.
     */
    public static long releaseDue(Session session, int rowsMax) {
        return ReservationStore.releaseDue(session, rowsMax);
    }
}
