package io.tical.server.settlement;

import io.tical.db.BulkWrite;
import io.tical.server.access.Scope;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.outward.Departures;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.rail.Claims;
import io.tical.server.rail.DispatchWork;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.SentAttempts;
import io.tical.server.rate.RateModule;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.MerchantReferences;
import io.tical.server.transaction.StaffTimeline;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionKind;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Settlements. */
public record SettlementModule(
        Platform platform,
        Settlements settlements,
        OrganizationSettlements ofOrganizations,
        SentAttempts<SettlementAggregate> sent,
        DispatchWork<SettlementAggregate> settlementWork,
        WorkItemRoutes<SettlementAggregate> workItems)
        implements Module {
    /** @param polls the delays after dispatch at which the rail is polled for a settlement without an outcome */
    public static SettlementModule of(
            Modules modules, Claims claims, ReceivedTransfers received, List<Duration> polls) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var ledger = modules.get(LedgerModule.class);
        var rails = modules.get(RailModule.class).rails();
        var settlements = new Settlements(
                platform.database(),
                ledger.groupCommit(),
                new TransactionHistory(
                        platform.database(),
                        ledger.ledger(),
                        modules.get(WebhookModule.class).deliveries()::timeline),
                merchants.policies(),
                merchants.currencies(),
                rails,
                claims,
                received,
                modules.get(OutwardModule.class).fence(),
                platform.clock());
        var sent = new SentAttempts<>(
                EventType.Subject.SETTLEMENT,
                platform.database(),
                settlements.dispatched(),
                SettlementStore.ATTEMPTS,
                modules.get(OutwardModule.class).fence(),
                platform.clock());
        var workItems = new WorkItemRoutes<>(
                new SettlementWorkItems(settlements, new StaffTimeline(new AuditLog(platform.database()))).items(),
                platform.leases(),
                merchants.policies()::name,
                platform.paging());
        var ofOrganizations = new OrganizationSettlements(
                platform.database(),
                ledger.groupCommit(),
                merchants.policies(),
                new OrganizationSettlementRules(merchants.currencies(), rails),
                new OrganizationSettlementCreation(merchants.policies(), merchants.currencies(), rails),
                modules.get(RateModule.class).rates(),
                new Quotes(platform.secrets().derive("quote")),
                platform.clock());
        return new SettlementModule(
                platform,
                settlements,
                ofOrganizations,
                sent,
                new DispatchWork<>(
                        new Dispatcher<>(platform.database(), sent.objects(), sent, rails, polls, platform.clock()),
                        Duration.ofMillis(500),
                        20,
                        200),
                workItems);
    }

    @Override
    public List<Endpoint> endpoints() {
        return Stream.concat(
                        new SettlementRoutes(settlements, platform.paging()).endpoints().stream(),
                        new OrganizationSettlementRoutes(ofOrganizations).endpoints().stream())
                .toList();
    }

    @Override
    public List<StaffAction> staffActions() {
        return new SettlementActions(settlements, workItems::detail).all();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return workItems.endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/settlement/operators.yaml");
    }

    @Override
    public List<TransactionKind> transactionKinds() {
        return List.of(TransactionKind.of(
                settlements.reads(),
                Scope.SETTLEMENTS_READ,
                id -> settlements.find(id).map(SettlementAggregate::key).stream()
                        .toList(),
                settlements::timeline));
    }

    @Override
    public List<MerchantReferences> references() {
        return List.of(SettlementStore.REFERENCES);
    }

    @Override
    public List<Queue> queues() {
        return SettlementOverview.QUEUES;
    }

    @Override
    public List<Activity> activities() {
        return SettlementOverview.ACTIVITIES;
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of("settlement"));
    }

    @Override
    public List<Search> searches() {
        return List.of(SettlementOverview.SEARCH);
    }

    @Override
    public List<Departures> departures() {
        return List.of(sent, sent.reported());
    }

    @Override
    public List<Work> work() {
        return List.of(settlementWork);
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new SettlementAudit(), new ConversionAudit());
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(SettlementStore.SETTLEMENTS, SettlementStore.ATTEMPTS.write(), ConversionStore.CONVERSIONS);
    }
}
