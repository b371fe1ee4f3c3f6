package io.tical.server.admin;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.ledger.Replication;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.overview.Search.Hit;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The queues and the searches of all capabilities.
 *
 * @param replication what operators must know about standbys
 */
record Overview(
        Database database,
        List<Queue> queues,
        List<Search> searches,
        Supplier<Optional<Replication.Warning>> replication,
        Clock clock) {
    /** What is read at one time: the queues, and what operators must know about live money. */
    record View(List<Queue.States> states, List<Replication.Warning> warnings) {
        /** It as JSON. */
        record Shown(List<Queue.State> queues, List<Replication.Warning> warnings) {}

        Shown of(Reach reach) {
            return new Shown(
                    states.stream().map(one -> one.of(reach.livemode())).toList(),
                    reach == Reach.TEST ? List.of() : warnings);
        }
    }

    View view(Session session) {
        return new View(
                Queue.states(queues, session, clock.instant()),
                replication.get().stream().toList());
    }

    View.Shown shown(Reach reach) {
        return database.run(this::view).of(reach);
    }

    /**
     * At most {@link Search#HITS_MAX} objects, newest first. Objects that belong to no environment, such as organizations, are found with
     * those of either.
     */
    List<Hit> find(String text, Reach reach) {
        var wanted = Search.Text.of(text, reach.livemode());
        return database.run(session -> searches.stream()
                .flatMap(search -> search.find(session, wanted).stream())
                .distinct()
                .sorted(Comparator.comparing(Hit::createdAt).reversed())
                .limit(Search.HITS_MAX)
                .toList());
    }

    /** Creates a watch of the queues. */
    QueueWatch watch() {
        return new QueueWatch(this, List.of(new NoticeQueue()));
    }
}
