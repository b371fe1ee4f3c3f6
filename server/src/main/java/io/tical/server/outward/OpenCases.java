package io.tical.server.outward;

import io.tical.db.Session;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Closes the cases that an object has taken up. Each round looks at the next ones, and after the last at the first. One thread uses it. */
final class OpenCases {
    private static final int PAGE = 1_000;

    private final Supplier<List<Departures>> departures;
    private final Clock clock;
    private Place after = Place.BEGINNING;

    /** A place in the order of the cases. */
    record Place(boolean livemode, UUID id) {
        static final Place BEGINNING = new Place(false, new UUID(0, 0));

        static Place of(Lost one) {
            return new Place(one.key().livemode(), one.key().id());
        }
    }

    OpenCases(Supplier<List<Departures>> departures, Clock clock) {
        this.departures = departures;
        this.clock = clock;
    }

    /** Looks at the next cases, in a transaction. Returns the place of the last of them; the beginning, if there are no more. */
    Place takeUp(Session session) {
        var cases = OutwardStore.open(session, after, PAGE);
        var taken = departures.get().stream()
                .flatMap(kind -> kind
                        .takenUp(
                                session,
                                cases.stream()
                                        .filter(one -> kind.include(one.departure()))
                                        .toList())
                        .entrySet()
                        .stream())
                .sorted(Comparator.comparing(one -> one.getKey().key().id()))
                .toList();
        for (var one : taken) {
            adopt(session, one);
        }
        return cases.size() < PAGE ? Place.BEGINNING : Place.of(cases.getLast());
    }

    private void adopt(Session session, Map.Entry<Lost, UUID> one) {
        OutwardStore.lock(session, one.getKey().key())
                .filter(Lost::isOpen)
                .map(lost -> lost.adopted(one.getValue(), clock.instant()))
                .ifPresent(lost ->
                        OutwardStore.CASES.update(session, List.of(lost)).run());
    }

    /** Goes on from there, when the transaction has been committed. */
    void from(Place place) {
        after = place;
    }
}
