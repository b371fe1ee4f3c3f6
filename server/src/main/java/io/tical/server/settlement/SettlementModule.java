package io.tical.server.settlement;

import io.tical.server.access.Scope;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.member.Lists;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.ListedTable;
import io.tical.server.rail.Claims;
import io.tical.server.rail.DispatchWork;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.rail.SentAttempts;
import io.tical.server.rate.RateModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StaffTimeline;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionKind;
import io.tical.server.webhook.WebhookModule;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Settlements. */
public record SettlementModule(
        Lists lists,
        Settlements settlements,
        OrganizationSettlements ofOrganizations,
        SentAttempts<SettlementAggregate> sent,
        DispatchWork<SettlementAggregate> settlementWork,
        WorkItemRoutes<SettlementAggregate> workItems)
        implements Module {
    /** @param polls the delays after dispatch at which the rail is polled for a settlement without an outcome */
    public static SettlementModule of(
            Modules modules,
            Claims claims,
            Function<Platform, ReturnedPayments> returned,
            ReceivedTransfers received,
            List<Duration> polls) {
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
                returned.apply(platform),
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
                merchants.lists(),
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
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new SettlementRoutes(settlements, lists.paging()).endpoints());
        to.add(Kind.ENDPOINTS, new OrganizationSettlementRoutes(ofOrganizations).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new SettlementDashboardRoutes(settlements, lists).endpoints());
        to.add(Kind.STAFF_ACTIONS, new SettlementActions(settlements, workItems::detail).all());
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/settlement/operators.yaml");
        to.add(
                Kind.TRANSACTION_KINDS,
                TransactionKind.of(
                        settlements.reads(),
                        Scope.SETTLEMENTS_READ,
                        id -> settlements.find(id).map(SettlementAggregate::key).stream()
                                .toList(),
                        settlements::timeline));
        to.add(Kind.REFERENCES, SettlementStore.REFERENCES.inLowerCase());
        to.add(Kind.QUEUES, SettlementOverview.QUEUES);
        to.add(Kind.ACTIVITIES, SettlementOverview.ACTIVITIES);
        to.add(Kind.LISTS, ListedTable.of("settlement"));
        to.add(Kind.SEARCHES, SettlementOverview.SEARCH);
        to.add(Kind.DEPARTURES, sent, sent.reported());
        to.add(Kind.WORK, settlementWork);
        to.add(Kind.AUDITS, new SettlementAudit(), new ConversionAudit());
        to.add(
                Kind.AUTHENTICATED_TABLES,
                SettlementStore.SETTLEMENTS,
                SettlementStore.ATTEMPTS.write(),
                ConversionStore.CONVERSIONS);
    }
}
