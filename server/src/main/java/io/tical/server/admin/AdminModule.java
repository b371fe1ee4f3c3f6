package io.tical.server.admin;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ChangedLists;
import io.tical.server.session.SecondFactorRoutes;
import io.tical.server.session.StepUpRoutes;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Notices;
import io.tical.server.work.Work;
import java.util.List;
import java.util.stream.Stream;

/** The operations of operators that belong to no capability: sessions, the audit log, and the overview of all capabilities. */
public record AdminModule(List<SessionEndpoint<Staff>> adminEndpoints, List<Work> work) implements Module {
    /** The overview shows all modules that are listed before this one. */
    public static AdminModule of(Modules modules) {
        var platform = modules.platform();
        var staff = modules.get(StaffModule.class);
        var endpoints = Stream.of(
                        new SessionRoutes(staff.sessions(), staff.directory()).endpoints(),
                        new SecondFactorRoutes<>(
                                        staff.sessions(), staff.directory().factors(), "/admin/v1", Staff::mayChangeOwn)
                                .endpoints(),
                        new StepUpRoutes<>(staff.sessions(), "/admin/v1", Staff::mayChangeOwn).endpoints(),
                        new AuditRoutes(new AuditLog(platform.database()), platform.paging()).endpoints(),
                        new NoticeRoutes(
                                        new Notices(platform.database(), platform.clock()),
                                        modules.get(MerchantModule.class).organizations()::name,
                                        platform.paging())
                                .endpoints(),
                        overview(modules).endpoints())
                .flatMap(List::stream)
                .toList();
        return new AdminModule(endpoints, List.of(new ChangedLists(platform.database(), modules.all(Module::lists))));
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/admin/operators.yaml", "/io/tical/server/overview/operators.yaml");
    }

    private static OverviewRoutes overview(Modules modules) {
        var platform = modules.platform();
        var overview = new Overview(
                platform.database(),
                modules.all(Module::queues),
                modules.all(Module::searches),
                modules.get(LedgerModule.class).replication()::warning,
                platform.clock());
        var events = new QueueEvents(overview::watch, QueueEvents.PAUSE, platform.supervisor());
        var activity = new RecentActivity(platform.database(), modules.all(Module::activities), platform.clock());
        return new OverviewRoutes(overview, activity, platform.open(events));
    }
}
