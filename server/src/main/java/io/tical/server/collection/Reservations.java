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

/** Reserves amounts on collection accounts, so that the amount of a transfer tells which payin it pays. */
public final class Reservations {
    private Reservations() {}

    /**
     * A request for one amount.
     *
     * @param holderId the payin
     * @param amount minor units; what is reserved is at least this, and less than one whole unit more
     * @param accounts where it may be, the first choice first
     */
    public record Request(
            UUID organizationId,
            boolean livemode,
            UUID holderId,
            CurrencyProfile currency,
            long amount,
            List<CollectionAccount> accounts) {}

    /**
     * What a holder was given.
     *
     * @param choice the index of the account in the request
     * @param reservation null in a currency whose payments cannot be told apart by their amounts
     */
    public record Reserved(
            int choice, long transferAmount, @Nullable AmountReservation reservation) {}

    /**
     * The outcome of several requests.
     *
     * @param reserved by holder; a holder that is missing was given nothing
     * @param atShare those among the missing whose organization has the largest share of the amount that it may have
     */
    public record Outcome(Map<UUID, Reserved> reserved, Set<UUID> atShare) {}

    /** A reservation and its holder. */
    public record Held(AmountReservation reservation, UUID holderId) {}

    /**
     * Reserves an amount for each request, until the reservation is released. Takes a lock on each organization until the
     * transaction ends, so that its share is counted exactly.
     */
    public static Outcome reserve(Session session, List<Request> requests) {
        return new ReservationSearch(session).reserve(requests);
    }

    /** Releases reservations; one that has another holder by now stays. */
    public static void release(Session session, Collection<Held> held) {
        AmountReservationStore.release(session, held);
    }

    /** Schedules the release of reservations. */
    public static void releaseAt(Session session, Collection<Held> held, Instant at) {
        AmountReservationStore.releaseAt(session, held, at);
    }

    /** Releases reservations whose time has come; returns how many, at most {@code rowsMax}. */
    public static long releaseDue(Session session, int rowsMax) {
        return AmountReservationStore.releaseDue(session, rowsMax);
    }
}
