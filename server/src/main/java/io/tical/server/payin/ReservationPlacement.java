package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.db.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds for each of a group of new payins an account of the pool and an amount that is free there. What is free is read
 * first, but taking it is an insert under a key: who comes second learns so, and looks again. An organization that has a quarter
 * of an amount on an account ({@link ReservationShares}) is given none there.
 */
final class ReservationPlacement {
    /** The lowest free amounts, of which one is taken by chance: low, and yet two nodes seldom want the same. */
    private static final int LOWEST = 10;
    /** Each lost race means that another payin got its slot; so many in a row do not happen. */
    private static final int RACES_MAX = 50;

    private final Session session;

    ReservationPlacement(Session session) {
        this.session = session;
    }

    /**
     * A payin that needs a place.
     *
     * @param candidates where it may be, the first choice first
     */
    record Wish(
            UUID organizationId,
            boolean livemode,
            UUID payinId,
            CurrencyProfile currency,
            long amount,
            List<Candidate> candidates) {}

    /** One of the pool, and what it would be used as. */
    record Candidate(Channel channel, CollectionAccount account) {}

    /** Where a payin is paid, with what amount; the slot is null where amounts are not told apart. */
    record Place(
            Candidate candidate,
            long transferAmount,
            @Nullable AmountReservation slot) {}

    /**
     * What came of the search.
     *
     * @param found the places by payin; one that is missing found nothing free
     * @param atShare payins among the missing whose organization has what it may have of the amount
     */
    record Places(Map<UUID, Place> found, Set<UUID> atShare) {}

    Places place(List<Wish> wishes) {
        var places = new HashMap<UUID, Place>();
        var atShare = new HashSet<UUID>();
        var seeking = new ArrayList<Seeking>();
        for (var wish : wishes) {
            if (Surcharge.of(wish.currency()).distinguishes()) {
                seeking.add(new Seeking(wish));
            } else if (!wish.candidates().isEmpty()) {
                places.put(wish.payinId(), new Place(wish.candidates().getFirst(), wish.amount(), null));
            }
        }
        if (!seeking.isEmpty()) {
            AmountReservationStore.lockTakers(
                    session,
                    seeking.stream().map(one -> one.wish.organizationId()).collect(Collectors.toSet()));
        }
        for (int races = 0; races < RACES_MAX && !seeking.isEmpty(); races++) {
            var tries = tries(seeking);
            var won = AmountReservationStore.take(session, tries);
            for (var attempt : tries) {
                if (won.contains(attempt.slot())) {
                    places.put(attempt.wish().payinId(), attempt.place());
                }
            }
            seeking.stream()
                    .filter(one -> one.atShare && one.candidate().isEmpty())
                    .forEach(one -> atShare.add(one.wish.payinId()));
            seeking.removeIf(one ->
                    places.containsKey(one.wish.payinId()) || one.candidate().isEmpty());
        }
        return new Places(places, atShare);
    }

    /** A wish on its way through its candidates. */
    private static final class Seeking {
        final Wish wish;
        int next;
        /** Whether there was an amount that others could have had. */
        boolean atShare;

        Seeking(Wish wish) {
            this.wish = wish;
        }

        Optional<Candidate> candidate() {
            return next < wish.candidates().size()
                    ? Optional.of(wish.candidates().get(next))
                    : Optional.empty();
        }

        Optional<AmountReservationStore.Range> range() {
            return candidate()
                    .map(candidate -> new AmountReservationStore.Range(
                            wish.organizationId(),
                            candidate.account().id(),
                            wish.livemode(),
                            wish.amount(),
                            Surcharge.of(wish.currency()).most(wish.amount())));
        }
    }

    /** A slot that was free when it was looked at. */
    record Try(Wish wish, Candidate candidate, AmountReservation slot) {
        Place place() {
            return new Place(candidate, slot.transferAmount(), slot);
        }
    }

    /** A free slot for each, as far as there is one; who finds an account full goes on to the next. */
    private List<Try> tries(List<Seeking> seeking) {
        var tries = new ArrayList<Try>();
        var taken = new HashSet<AmountReservation>();
        var holdings = new HashMap<Holder, ReservationShares>();
        var seen = new HashSet<AmountReservationStore.Range>();
        var looking = new ArrayList<>(seeking);
        while (!looking.isEmpty()) {
            var unseen = new HashSet<AmountReservationStore.Range>();
            looking.forEach(one -> one.range().filter(seen::add).ifPresent(unseen::add));
            looking.forEach(one -> one.candidate()
                    .ifPresent(candidate -> holdings.computeIfAbsent(
                            Holder.of(one.wish, candidate),
                            holder -> new ReservationShares(Surcharge.of(one.wish.currency())))));
            for (var row : AmountReservationStore.taken(session, unseen)) {
                taken.add(row.slot());
                var own = holdings.get(Holder.of(row));
                if (own != null) {
                    own.add(row.slot().transferAmount());
                }
            }
            looking.removeIf(one -> {
                var candidate = one.candidate();
                if (candidate.isEmpty()) {
                    return true;
                }
                var own = Objects.requireNonNull(holdings.get(Holder.of(one.wish, candidate.get())));
                var free = free(one, candidate.get(), taken, own);
                if (free.isEmpty()) {
                    one.next++;
                    return false;
                }
                var slot = free.get(ThreadLocalRandom.current().nextInt(free.size()));
                taken.add(slot);
                own.add(slot.transferAmount());
                tries.add(new Try(one.wish, candidate.get(), slot));
                return true;
            });
        }
        return tries;
    }

    /** Who has slots on which account. */
    private record Holder(UUID organizationId, UUID collectionAccountId, boolean livemode) {
        static Holder of(Wish wish, Candidate candidate) {
            return new Holder(wish.organizationId(), candidate.account().id(), wish.livemode());
        }

        static Holder of(AmountReservationStore.Taken taken) {
            return new Holder(
                    taken.organizationId(),
                    taken.slot().collectionAccountId(),
                    taken.slot().livemode());
        }
    }

    private static List<AmountReservation> free(
            Seeking seeking, Candidate candidate, Set<AmountReservation> taken, ReservationShares own) {
        var wish = seeking.wish;
        var surcharge = Surcharge.of(wish.currency());
        var free = new ArrayList<AmountReservation>(LOWEST);
        for (int number = 0; number < surcharge.count() && free.size() < LOWEST; number++) {
            var slot = new AmountReservation(
                    candidate.account().id(), wish.livemode(), wish.amount() + number * surcharge.step());
            if (taken.contains(slot)) {
                continue;
            }
            if (own.mayAdd(slot.transferAmount())) {
                free.add(slot);
            } else {
                seeking.atShare = true;
            }
        }
        return free;
    }
}
