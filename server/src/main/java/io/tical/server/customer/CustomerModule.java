package io.tical.server.customer;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Lists;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.staff.Staff;
import io.tical.server.verification.VerificationActions;
import io.tical.server.verification.VerificationWorkItems;
import io.tical.server.verification.Verifications;
import java.util.List;

/** Customers and their bank accounts. */
public record CustomerModule(
        Customers customers, Lists lists, List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
        implements Module {
    public static CustomerModule of(Modules modules) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var database = platform.database();
        var clock = platform.clock();
        var customers = new Customers(
                database, platform.idempotency(), clock, merchants::defaultCurrency, merchants.currencies());
        var verifications = new Verifications(database, clock, new ReviewedCustomers());
        var items = VerificationWorkItems.of("/admin/v1/customers", verifications);
        var workItems = new WorkItemRoutes<>(items, platform.leases(), merchants.policies()::name, platform.paging());
        return new CustomerModule(
                customers,
                merchants.lists(),
                workItems.endpoints(),
                new VerificationActions(items.kind(), verifications, workItems::row).all());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.QUEUES, CustomerOverview.PENDING);
        to.add(Kind.LISTS, new ListedTable("customer", "customer_account"));
        to.add(Kind.SEARCHES, CustomerOverview.SEARCH);
        to.add(Kind.ENDPOINTS, new CustomerRoutes(customers, lists.paging()).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new CustomerDashboardRoutes(customers, lists).endpoints());
        to.add(Kind.AUTHENTICATED_TABLES, CustomerStore.OWNERS, CustomerStore.ACCOUNTS);
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/customer/operators.yaml");
        to.add(Kind.ADMIN_ENDPOINTS, adminEndpoints);
        to.add(Kind.STAFF_ACTIONS, staffActions);
    }
}
