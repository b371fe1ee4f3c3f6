package io.tical.server.admin;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.session.SecondFactorRoutes;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The operations of operators that belong to no capability: sessions, operators, the audit log, and the overview of all capabilities. */
public record AdminModule(List<SessionEndpoint<Staff>> adminEndpoints) implements Module {
    /** @param modules all other modules */
    public AdminModule(Platform platform, StaffModule staff, List<Module> modules) {
        this(Stream.of(
                        new SessionRoutes(staff.sessions(), staff.directory()).endpoints(),
                        new SecondFactorRoutes<>(
                                        staff.sessions(), staff.directory().factors(), "/admin/v1", Staff::mayChangeOwn)
                                .endpoints(),
                        new OperatorRoutes(staff.operators(), staff.directory()).endpoints(),
                        new AuditRoutes(new AuditLog(platform.database()), platform.paging()).endpoints(),
                        overview(platform, modules).endpoints())
                .flatMap(List::stream)
                .toList());
    }

    private static OverviewRoutes overview(Platform platform, List<Module> modules) {
        var overview = new Overview(
                platform.database(), all(modules, Module::queues), all(modules, Module::searches), platform.clock());
        var events = new QueueEvents(overview::watch, QueueEvents.PAUSE, platform.supervisor());
        var activity = new RecentActivity(platform.database(), all(modules, Module::activities), platform.clock());
        return new OverviewRoutes(overview, activity, platform.open(events));
    }

    private static <T> List<T> all(List<Module> modules, Function<Module, List<T>> kind) {
        return modules.stream().flatMap(module -> kind.apply(module).stream()).toList();
    }
}
