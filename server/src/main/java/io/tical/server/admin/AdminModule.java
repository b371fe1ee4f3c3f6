package io.tical.server.admin;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.stream.Stream;

/** What operators do that belongs to no capability: sessions, operators and the audit log. */
public record AdminModule(List<SessionEndpoint<Staff>> adminEndpoints) implements Module {
    public AdminModule(Platform platform, StaffModule staff) {
        this(Stream.of(
                        new SessionRoutes(staff.sessions(), staff.directory()).endpoints(),
                        new OperatorRoutes(staff.operators(), staff.directory()).endpoints(),
                        new AuditRoutes(new AuditLog(platform.database()), platform.paging()).endpoints())
                .flatMap(List::stream)
                .toList());
    }
}
