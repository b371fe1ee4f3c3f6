package io.tical.server.admin;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;

/** {@code /admin/v1/events}: what changes in the queues. */
record EventRoutes(QueueEvents events) {
    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(new SessionEndpoint.Stream<>(
                "/admin/v1/events",
                staff -> staff.may(Permission.READ),
                (call, lastId) -> events.listen(call.person().username(), lastId)));
    }
}
