package io.tical.server.admin;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.overview.Queue;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What operators do that belongs to no capability: sessions, operators and the audit log. */
public record AdminModule(List<SessionEndpoint<Staff>> adminEndpoints) implements Module {
    /** @param modules all others */
    public AdminModule(Platform platform, StaffModule staff, List<Module> modules) {
        this(Stream.of(
                        new SessionRoutes(staff.sessions(), staff.directory()).endpoints(),
                        new OperatorRoutes(staff.operators(), staff.directory()).endpoints(),
                        new AuditRoutes(new AuditLog(platform.database()), platform.paging()).endpoints(),
                        new QueueRoutes(
                                        platform.database(),
                                        all(modules, Module::queues),
                                        all(modules, Module::searches),
                                        platform.clock())
                                .endpoints(),
                        new EventRoutes(events(platform, all(modules, Module::queues))).endpoints())
                .flatMap(List::stream)
                .toList());
    }

    private static QueueEvents events(Platform platform, List<Queue> queues) {
        return platform.open(new QueueEvents(
                () -> new QueueWatch(platform.database(), queues, platform.clock()),
                QueueEvents.PAUSE,
                platform.supervisor()));
    }

    private static <T> List<T> all(List<Module> modules, Function<Module, List<T>> kind) {
        return modules.stream().flatMap(module -> kind.apply(module).stream()).toList();
    }
}
