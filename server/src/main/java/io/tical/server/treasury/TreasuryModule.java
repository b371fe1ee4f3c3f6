package io.tical.server.treasury;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
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

/** The bank accounts of organizations. */
public record TreasuryModule(
        List<Endpoint> endpoints, List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
        implements Module {
    /** @param uses finds the accounts that cannot be removed */
    public static TreasuryModule of(Modules modules, OrganizationAccounts.Uses uses) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var accounts = new OrganizationAccounts(
                platform.database(),
                platform.idempotency(),
                platform.clock(),
                merchants::defaultCurrency,
                merchants.currencies(),
                uses);
        var verifications =
                new Verifications(platform.database(), platform.clock(), new ReviewedOrganizationAccounts());
        var items = VerificationWorkItems.of("/admin/v1/organization-accounts", verifications);
        var workItems = new WorkItemRoutes<>(items, platform.leases(), merchants.policies()::name, platform.paging());
        return new TreasuryModule(
                new OrganizationAccountRoutes(accounts, platform.paging()).endpoints(),
                workItems.endpoints(),
                new VerificationActions(items.kind(), verifications, workItems::row).all());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.QUEUES, OrganizationAccountOverview.PENDING);
        to.add(Kind.LISTS, ListedTable.of(OrganizationAccount.RESOURCE));
        to.add(Kind.SEARCHES, OrganizationAccountOverview.SEARCH);
        to.add(Kind.AUTHENTICATED_TABLES, OrganizationAccountStore.ACCOUNTS);
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/treasury/operators.yaml");
        to.add(Kind.ENDPOINTS, endpoints);
        to.add(Kind.ADMIN_ENDPOINTS, adminEndpoints);
        to.add(Kind.STAFF_ACTIONS, staffActions);
    }
}
