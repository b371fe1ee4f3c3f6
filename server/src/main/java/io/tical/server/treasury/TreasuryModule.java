package io.tical.server.treasury;

import io.tical.db.BulkWrite;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.verification.VerificationRoutes;
import io.tical.server.verification.Verifications;
import java.util.List;

/** The bank accounts of organizations. */
public record TreasuryModule(
        List<Endpoint> endpoints, List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
        implements Module {
    /** @param uses tells which accounts cannot be removed */
    public static TreasuryModule of(
            Platform platform, MerchantModule merchants, Leases leases, OrganizationAccounts.Uses uses) {
        var accounts = new OrganizationAccounts(
                platform.database(),
                platform.idempotency(),
                platform.clock(),
                merchants::defaultCurrency,
                merchants.currencies()::isActive,
                uses);
        var admin = new VerificationRoutes(
                "/admin/v1/organization-accounts",
                new Verifications(platform.database(), platform.clock(), new ReviewedOrganizationAccounts()),
                leases,
                platform.paging(),
                id -> merchants.policies().of(id).name());
        return new TreasuryModule(
                new OrganizationAccountRoutes(accounts, platform.paging()).endpoints(),
                admin.endpoints(),
                admin.actions());
    }

    @Override
    public List<Queue> queues() {
        return List.of(OrganizationAccountOverview.PENDING);
    }

    @Override
    public List<Search> searches() {
        return List.of(OrganizationAccountOverview.SEARCH);
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(OrganizationAccountStore.ACCOUNTS);
    }
}
