package io.tical.server.interorg;

import io.tical.db.BulkWrite;
import io.tical.server.access.Scope;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.MerchantReferences;
import io.tical.server.transaction.TransactionKind;
import java.util.List;

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
    public List<Endpoint> endpoints() {
        return new OrganizationTransferRoutes(transfers, platform.paging()).endpoints();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new OrganizationTransferAdminRoutes(transfers, merchants.policies(), platform.paging()).endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/interorg/operators.yaml");
    }

    @Override
    public List<TransactionKind> transactionKinds() {
        // Each transfer is a transaction of the sender and one of the receiver.
        return List.of(TransactionKind.of(
                transfers.reads(),
                Scope.TRANSFERS_READ,
                id -> transfers.sides(id).stream()
                        .map(OrganizationTransfer::key)
                        .toList(),
                transfers::timeline));
    }

    @Override
    public List<MerchantReferences> references() {
        return List.of(OrganizationTransferStore.REFERENCES);
    }

    @Override
    public List<Search> searches() {
        return List.of(OrganizationTransferOverview.SEARCH);
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new OrganizationTransferAudit());
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(OrganizationTransferStore.TRANSFERS);
    }
}
