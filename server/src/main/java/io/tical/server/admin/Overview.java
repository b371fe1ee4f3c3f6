package io.tical.server.admin;

import io.tical.db.Database;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.overview.Search.Hit;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;

/** The queues and the searches of all capabilities. */
record Overview(Database database, List<Queue> queues, List<Search> searches, Clock clock) {
    List<Queue.State> states(Reach reach) {
        var now = clock.instant();
        return database.run(session -> Queue.states(queues, session, now)).stream()
                .map(states -> states.of(reach.livemode()))
                .toList();
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
        return new QueueWatch(database, queues, List.of(new NoticeQueue()), clock);
    }
}
