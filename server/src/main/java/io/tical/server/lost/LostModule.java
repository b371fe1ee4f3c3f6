package io.tical.server.lost;

import io.tical.server.decision.WaitingApprovals;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.outward.LostOverview;
import io.tical.server.outward.OutwardModule;

/** The module of what left and was lost, for operators. */
public record LostModule(LostCases cases, KnownLogs logs, FenceRoutes fence, WorkItemRoutes<Lost> workItems)
        implements Module {
    public static LostModule of(Modules modules) {
        var platform = modules.platform();
        var organizations = modules.get(MerchantModule.class).organizations();
        var cases = new LostCases(platform.database(), platform.clock());
        var logs = new KnownLogs(
                platform.database(),
                platform.clock(),
                modules.get(OutwardModule.class).kept());
        return new LostModule(
                cases,
                logs,
                new FenceRoutes(
                        modules.get(OutwardModule.class).fence(),
                        logs,
                        cases,
                        new WaitingApprovals(platform.database()),
                        organizations::name),
                new WorkItemRoutes<>(
                        LostWorkItems.of(cases),
                        platform.leases(),
                        organization -> organizations.name(organization).orElse(null),
                        platform.paging()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, fence.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/lost/operators.yaml");
        to.add(Kind.STAFF_ACTIONS, new LostActions(cases, logs, workItems::row, fence::log).all());
        to.add(Kind.QUEUES, LostOverview.OPEN);
        to.add(Kind.LISTS, LostOverview.LIST);
        to.add(Kind.SEARCHES, LostOverview.SEARCH);
    }
}
