package io.tical.server.admin;

import io.tical.db.Database;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.overview.Search.Hit;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** {@code /admin/v1/overview} and {@code /admin/v1/search}: what waits, and what is found. */
record QueueRoutes(Database database, List<Queue> queues, List<Search> searches, Clock clock) {
    private static final int TEXT_MIN = 4;
    private static final int TEXT_MAX = 128;

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get("/admin/v1/overview", staff -> staff.may(Permission.READ), this::overview),
                SessionEndpoint.get("/admin/v1/search", staff -> staff.may(Permission.READ), this::search));
    }

    private Answer overview(SessionCall<Staff> call) {
        var now = clock.instant();
        return Answer.ok(Map.of("queues", database.run(session -> Queue.states(queues, session, now))));
    }

    private Answer search(SessionCall<Staff> call) {
        var text = call.query().text("q").orElse("").strip();
        if (text.length() < TEXT_MIN || text.length() > TEXT_MAX) {
            throw new Problem.BadRequest(
                    "SEARCH_INVALID", "q must be an id, or " + TEXT_MIN + " to " + TEXT_MAX + " characters of a text");
        }
        var wanted = Search.Text.of(text);
        return Answer.ok(database.run(session -> searches.stream()
                .flatMap(search -> search.find(session, wanted).stream())
                .distinct()
                .sorted(Comparator.comparing(Hit::createdAt).reversed())
                .limit(Search.HITS_MAX)
                .toList()));
    }
}
