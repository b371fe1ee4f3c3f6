package io.tical.server.admin;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.Set;

/**
 * {@code /admin/v1/overview}, {@code /admin/v1/activity}, {@code /admin/v1/search} and {@code /admin/v1/events}: the queues, the activity
 * of the last hours, the search, and the changes of queues.
 */
record OverviewRoutes(Overview overview, RecentActivity activity, QueueEvents events) {
    private static final int TEXT_MIN = 4;
    private static final int TEXT_MAX = 128;

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get("/admin/v1/overview", OverviewRoutes::reads, this::queues)
                        .taking("livemode"),
                SessionEndpoint.get("/admin/v1/activity", OverviewRoutes::reads, this::activity)
                        .taking("livemode"),
                SessionEndpoint.get("/admin/v1/search", OverviewRoutes::reads, this::search)
                        .taking("q", "livemode"),
                new SessionEndpoint.Stream<>(
                        "/admin/v1/events",
                        OverviewRoutes::reads,
                        (call, lastId) -> events.listen(call.person().username(), reach(call), lastId),
                        Set.of("livemode")));
    }

    private static boolean reads(Staff staff) {
        return staff.may(Permission.READ);
    }

    private static Reach reach(SessionCall<Staff> call) {
        return Reach.of(Environments.livemode(call.query()).orElse(null));
    }

    private Answer queues(SessionCall<Staff> call) {
        return Answer.ok(overview.shown(reach(call)));
    }

    private Answer activity(SessionCall<Staff> call) {
        return Answer.ok(activity.of(Environments.livemode(call.query()).orElse(true)));
    }

    private Answer search(SessionCall<Staff> call) {
        var text = call.query().text("q").orElse("").strip();
        if (text.length() < TEXT_MIN || text.length() > TEXT_MAX) {
            throw new Problem.BadRequest(
                    "SEARCH_INVALID", "q must be an id, or " + TEXT_MIN + " to " + TEXT_MAX + " characters of text");
        }
        return Answer.ok(overview.find(text, reach(call)));
    }
}
