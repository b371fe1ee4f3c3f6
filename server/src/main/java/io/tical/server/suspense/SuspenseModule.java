package io.tical.server.suspense;

import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.payin.PayinModule;
import io.tical.server.staff.Staff;
import io.tical.server.work.Work;
import java.util.List;
import java.util.stream.Stream;

/** The module of unallocated funds. */
public record SuspenseModule(Suspense suspense, WorkItemRoutes<SuspenseItem> workItems) implements Module {
    public static SuspenseModule of(Modules modules) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var suspense = Suspense.of(modules.get(PayinModule.class).payins());
        return new SuspenseModule(
                suspense,
                new WorkItemRoutes<>(
                        SuspenseWorkItems.of(suspense),
                        platform.leases(),
                        merchants.policies()::name,
                        platform.paging()));
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return Stream.concat(workItems.endpoints().stream(), new SuspenseAdminRoutes(suspense).endpoints().stream())
                .toList();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/suspense/operators.yaml");
    }

    @Override
    public List<StaffAction> staffActions() {
        return new SuspenseActions(suspense, workItems::row).all();
    }

    @Override
    public List<Queue> queues() {
        return List.of(SuspenseOverview.OPEN);
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of("suspense"));
    }

    @Override
    public List<Search> searches() {
        return List.of(SuspenseOverview.SEARCH);
    }

    @Override
    public List<Work> work() {
        return List.of(suspense.work());
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new SuspenseAudit());
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(SuspenseStore.ITEMS);
    }
}
