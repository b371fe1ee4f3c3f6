package io.tical.server.admin;

import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ChangedLists;
import io.tical.server.session.SecondFactorRoutes;
import io.tical.server.session.StepUpRoutes;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Notices;

/** The operations of operators that belong to no capability: sessions, the audit log, and the overview of all capabilities. */
public record AdminModule(Modules modules) implements Module {
    /** The overview shows all modules that are listed before this one. */
    public static AdminModule of(Modules modules) {
        return new AdminModule(modules);
    }

    @Override
    public void contribute(Contributions to) {
        var platform = modules.platform();
        var staff = modules.get(StaffModule.class);
        to.add(Kind.ADMIN_ENDPOINTS, new SessionRoutes(staff.sessions(), staff.directory()).endpoints());
        to.add(
                Kind.ADMIN_ENDPOINTS,
                new SecondFactorRoutes<>(
                                staff.sessions(), staff.directory().factors(), "/admin/v1", Staff::mayChangeOwn)
                        .endpoints());
        to.add(
                Kind.ADMIN_ENDPOINTS,
                new StepUpRoutes<>(staff.sessions(), "/admin/v1", Staff::mayChangeOwn).endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, new AuditRoutes(new AuditLog(platform.database()), platform.paging()).endpoints());
        to.add(
                Kind.ADMIN_ENDPOINTS,
                new NoticeRoutes(
                                new Notices(platform.database(), platform.clock()),
                                modules.get(MerchantModule.class).organizations()::name,
                                platform.paging())
                        .endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, overview().endpoints());
        to.add(
                Kind.ADMIN_DOCUMENTS,
                "/io/tical/server/admin/operators.yaml",
                "/io/tical/server/overview/operators.yaml");
        to.add(Kind.WORK, new ChangedLists(platform.database(), modules.all(Kind.LISTS)));
    }

    private OverviewRoutes overview() {
        var platform = modules.platform();
        var overview = new Overview(
                platform.database(),
                modules.all(Kind.QUEUES),
                modules.all(Kind.SEARCHES),
                modules.get(LedgerModule.class).replication()::warning,
                platform.clock());
        var events = new QueueEvents(overview::watch, QueueEvents.PAUSE, platform.supervisor());
        var activity = new RecentActivity(platform.database(), modules.all(Kind.ACTIVITIES), platform.clock());
        return new OverviewRoutes(overview, activity, platform.open(events));
    }
}
