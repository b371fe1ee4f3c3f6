package io.tical.server.collection;

import io.tical.db.Session;
import io.tical.server.collection.Reservations.AmountReservation;
import io.tical.server.collection.Reservations.Asked;
import io.tical.server.collection.Reservations.Holder;
import io.tical.server.collection.Reservations.Outcome;
import io.tical.server.collection.Reservations.Request;
import io.tical.server.collection.Reservations.Reserved;
import io.tical.server.merchant.Organizations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * Finds a free amount for each of a group of requests. It reads free amounts and inserts them under a unique key; a
 * request whose insert conflicts with another node's is retried. An organization that has its share of an amount on an
 * account ({@link ReservationShares}) gets no further one there. Who else uses the account is read only when a quarter is not enough.
 */
record ReservationSearch(Session session, AccountZones zones, Asked asked) {
    /** The number of lowest free amounts to choose from at random, so that two nodes seldom choose the same one. */
    private static final int CHOICES = 10;
    /** The maximum number of attempts; each conflict means that another payin reserved the amount. */
    private static final int RACES_MAX = 50;

    /** An amount that was free at the time of the read. */
    record Attempt(Request request, int choice, AmountReservation reservation) {}

    /** The search for one request. */
    private static final class Search {
        final Request request;
        final Surcharge surcharge;
        int choice;
        /** Whether an amount was free for another organization. */
        boolean atShare;

        Search(Request request) {
            this.request = request;
            this.surcharge = Surcharge.of(request.currency());
        }

        boolean exhausted() {
            return choice >= request.accounts().size();
        }

        UUID accountId() {
            return request.accounts().get(choice).id();
        }

        Reservations.Range range() {
            return new Reservations.Range(holder(), request.amount(), surcharge.most(request.amount()));
        }

        Holder holder() {
            return new Holder(request.organizationId(), accountId(), request.livemode());
        }
    }

    Outcome reserve(List<Request> requests) {
        var reserved = new HashMap<UUID, Reserved>();
        var searches = new ArrayList<Search>();
        for (var request : requests) {
            var search = new Search(request);
            if (search.surcharge.distinguishes()) {
                searches.add(search);
            }
        }
        if (!searches.isEmpty()) {
            Organizations.lock(
                    session,
                    searches.stream().map(one -> one.request.organizationId()).collect(Collectors.toSet()));
        }
        var rooms = new DayRooms(session, zones, asked, requests);
        for (var request : requests) {
            if (!Surcharge.of(request.currency()).distinguishes()) {
                first(request, rooms).ifPresent(place -> reserved.put(request.holderId(), place));
            }
        }
        var atShare = new HashSet<UUID>();
        for (int races = 0; races < RACES_MAX && !searches.isEmpty(); races++) {
            var attempts = attempts(searches, rooms);
            var won = ReservationStore.insert(session, attempts);
            for (var attempt : attempts) {
                var reservation = attempt.reservation();
                if (!won.contains(reservation)) {
                    rooms.giveBack(reservation.collectionAccountId(), attempt.request(), reservation.transferAmount());
                } else {
                    reserved.put(
                            attempt.request().holderId(),
                            new Reserved(attempt.choice(), reservation.transferAmount(), reservation));
                }
            }
            searches.stream()
                    .filter(one -> one.atShare && one.exhausted())
                    .forEach(one -> atShare.add(one.request.holderId()));
            searches.removeIf(one -> one.exhausted() || reserved.containsKey(one.request.holderId()));
        }
        return new Outcome(reserved, atShare);
    }

    /** The first account of a currency without surcharges that has room for the amount. */
    private static Optional<Reserved> first(Request request, DayRooms rooms) {
        for (int choice = 0; choice < request.accounts().size(); choice++) {
            if (rooms.take(request.accounts().get(choice).id(), request, request.amount())) {
                return Optional.of(new Reserved(choice, request.amount(), null));
            }
        }
        return Optional.empty();
    }

    /** A free amount for each search that has one; a search continues with its next account when one is full. */
    private List<Attempt> attempts(List<Search> searches, DayRooms rooms) {
        var attempts = new ArrayList<Attempt>();
        var taken = new HashSet<AmountReservation>();
        var shares = new HashMap<Holder, ReservationShares>();
        var read = new HashSet<Reservations.Range>();
        var enlarged = new HashSet<Holder>();
        var open = new ArrayList<>(searches);
        while (true) {
            open.removeIf(Search::exhausted);
            if (open.isEmpty()) {
                return attempts;
            }
            open.forEach(one -> shares.computeIfAbsent(one.holder(), holder -> new ReservationShares(one.surcharge)));
            read(open.stream().map(Search::range).filter(read::add).toList(), taken, shares);
            open.removeIf(one -> {
                var own = shares.computeIfAbsent(one.holder(), holder -> new ReservationShares(one.surcharge));
                var free = free(one, taken, own);
                if (free.isEmpty() && one.atShare && enlarged.add(one.holder())) {
                    own = own.of(share(one));
                    shares.put(one.holder(), own);
                    free = free(one, taken, own);
                }
                if (free.isEmpty()) {
                    one.choice++;
                    return false;
                }
                var reservation = free.get(ThreadLocalRandom.current().nextInt(free.size()));
                if (!rooms.take(reservation.collectionAccountId(), one.request, reservation.transferAmount())) {
                    one.choice++;
                    return false;
                }
                taken.add(reservation);
                own.add(reservation.transferAmount());
                attempts.add(new Attempt(one.request, one.choice, reservation));
                return true;
            });
        }
    }

    /** The share of an organization, for those that use the account now. */
    private int share(Search search) {
        var users = ReservationStore.users(session, search.holder());
        users.add(search.request.organizationId());
        return search.surcharge.share(users.size(), Organizations.moreThan(session, users.size()));
    }

    private void read(
            List<Reservations.Range> ranges, Set<AmountReservation> taken, Map<Holder, ReservationShares> shares) {
        for (var row : ReservationStore.taken(session, ranges)) {
            taken.add(row.reservation());
            var own = shares.get(row.holder());
            if (own != null) {
                own.add(row.reservation().transferAmount());
            }
        }
    }

    private static List<AmountReservation> free(Search search, Set<AmountReservation> taken, ReservationShares own) {
        var request = search.request;
        var free = new ArrayList<AmountReservation>(CHOICES);
        for (int number = 0; number < search.surcharge.count() && free.size() < CHOICES; number++) {
            var amount = request.amount() + number * search.surcharge.step();
            var reservation = new AmountReservation(search.accountId(), request.livemode(), amount);
            if (taken.contains(reservation)) {
                continue;
            }
            if (own.mayAdd(amount)) {
                free.add(reservation);
            } else {
                search.atShare = true;
            }
        }
        return free;
    }
}
