package io.tical.server.lost;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.outward.LostOverview;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.stream.Stream;

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
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return Stream.concat(workItems.endpoints().stream(), fence.endpoints().stream())
                .toList();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/lost/operators.yaml");
    }

    @Override
    public List<StaffAction> staffActions() {
        return new LostActions(cases, logs, workItems::row, fence::log).all();
    }

    @Override
    public List<Queue> queues() {
        return List.of(LostOverview.OPEN);
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(LostOverview.LIST);
    }

    @Override
    public List<Search> searches() {
        return List.of(LostOverview.SEARCH);
    }
}
