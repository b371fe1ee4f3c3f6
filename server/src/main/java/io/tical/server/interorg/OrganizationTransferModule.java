package io.tical.server.interorg;

import io.tical.server.access.Scope;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.transaction.TransactionKind;

/** Transfers of money between organizations. */
public record OrganizationTransferModule(Platform platform, MerchantModule merchants, OrganizationTransfers transfers)
        implements Module {
    public static OrganizationTransferModule of(Modules modules) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var ledger = modules.get(LedgerModule.class);
        return new OrganizationTransferModule(
                platform,
                merchants,
                new OrganizationTransfers(
                        platform.database(),
                        ledger.ledger(),
                        ledger.groupCommit(),
                        merchants.organizations(),
                        merchants.policies(),
                        merchants.currencies()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new OrganizationTransferRoutes(transfers, platform.paging()).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new OrganizationTransferDashboardRoutes(transfers, merchants.lists()).endpoints());
        to.add(
                Kind.ADMIN_ENDPOINTS,
                new OrganizationTransferAdminRoutes(transfers, merchants.policies(), platform.paging()).endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/interorg/operators.yaml");
        // Each transfer is a transaction of the sender and one of the receiver.
        to.add(
                Kind.TRANSACTION_KINDS,
                TransactionKind.of(
                        transfers.reads(),
                        Scope.TRANSFERS_READ,
                        id -> transfers.sides(id).stream()
                                .map(OrganizationTransfer::key)
                                .toList(),
                        transfers::timeline));
        to.add(Kind.REFERENCES, OrganizationTransferStore.REFERENCES);
        to.add(Kind.SEARCHES, OrganizationTransferOverview.SEARCH);
        to.add(Kind.AUDITS, new OrganizationTransferAudit());
        to.add(Kind.AUTHENTICATED_TABLES, OrganizationTransferStore.TRANSFERS);
    }
}
