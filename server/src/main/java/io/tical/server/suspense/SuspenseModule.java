package io.tical.server.suspense;

import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.payin.PayinModule;

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
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, new SuspenseAdminRoutes(suspense).endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/suspense/operators.yaml");
        to.add(Kind.STAFF_ACTIONS, new SuspenseActions(suspense, workItems::row).all());
        to.add(Kind.QUEUES, SuspenseOverview.OPEN);
        to.add(Kind.LISTS, ListedTable.of("suspense"));
        to.add(Kind.SEARCHES, SuspenseOverview.SEARCH);
        to.add(Kind.WORK, suspense.work());
        to.add(Kind.AUDITS, new SuspenseAudit());
        to.add(Kind.AUTHENTICATED_TABLES, SuspenseStore.ITEMS);
    }
}
