package io.tical.server.customer;

import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.verification.VerificationActions;
import io.tical.server.verification.VerificationWorkItems;
import io.tical.server.verification.Verifications;
import java.util.List;

/** Customers and their bank accounts. */
public record CustomerModule(
        Customers customers, Paging paging, List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
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
                platform.paging(),
                workItems.endpoints(),
                new VerificationActions(items.kind(), verifications, workItems::row).all());
    }

    @Override
    public List<Queue> queues() {
        return List.of(CustomerOverview.PENDING);
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(new ListedTable("customer", "customer_account"));
    }

    @Override
    public List<Search> searches() {
        return List.of(CustomerOverview.SEARCH);
    }

    @Override
    public List<Endpoint> endpoints() {
        return new CustomerRoutes(customers, paging).endpoints();
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(CustomerStore.OWNERS, CustomerStore.ACCOUNTS);
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/customer/operators.yaml");
    }
}
