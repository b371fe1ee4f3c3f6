package io.tical.server.payout;

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
import io.tical.server.rail.RailModule;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.SentAttempts;
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

/** Payouts. */
public record PayoutModule(
        Platform platform,
        Payouts payouts,
        SentAttempts<PayoutAggregate> sent,
        PayoutWork payoutWork,
        PayoutActions actions,
        WorkItemRoutes<PayoutAggregate> workItems)
        implements Module {
    /** @param polls the delays after dispatch at which the rail is polled for a payout without an outcome */
    public static PayoutModule of(
            Modules modules, Offering offering, Claims claims, ReceivedTransfers received, List<Duration> polls) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var ledger = modules.get(LedgerModule.class);
        var rails = modules.get(RailModule.class).rails();
        var payouts = new Payouts(
                platform.database(),
                ledger.groupCommit(),
                new TransactionHistory(
                        platform.database(),
                        ledger.ledger(),
                        modules.get(WebhookModule.class).deliveries()::timeline),
                modules.get(OutwardModule.class).fence(),
                merchants.policies(),
                merchants.currencies(),
                rails,
                offering,
                claims,
                received,
                platform.clock());
        var sent = new SentAttempts<>(
                EventType.Subject.PAYOUT,
                platform.database(),
                payouts.dispatched(),
                PayoutStore.ATTEMPTS,
                modules.get(OutwardModule.class).fence(),
                platform.clock());
        var workItems = new WorkItemRoutes<>(
                new PayoutWorkItems(payouts, new StaffTimeline(new AuditLog(platform.database()))).items(),
                platform.leases(),
                merchants.policies()::name,
                platform.paging());
        return new PayoutModule(
                platform,
                payouts,
                sent,
                new PayoutWork(platform.database(), payouts, sent, rails, polls, platform.clock()),
                new PayoutActions(payouts, workItems::detail),
                workItems);
    }

    @Override
    public List<Endpoint> endpoints() {
        return new PayoutRoutes(payouts, platform.paging()).endpoints();
    }

    @Override
    public List<StaffAction> staffActions() {
        return actions.all();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return workItems.endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/payout/operators.yaml");
    }

    @Override
    public List<Queue> queues() {
        return PayoutOverview.QUEUES;
    }

    @Override
    public List<TransactionKind> transactionKinds() {
        return List.of(TransactionKind.of(
                payouts.reads(),
                Scope.PAYOUTS_READ,
                id -> payouts.find(id).map(PayoutAggregate::key).stream().toList(),
                payouts::timeline));
    }

    @Override
    public List<Activity> activities() {
        return PayoutOverview.ACTIVITIES;
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of("payout"));
    }

    @Override
    public List<Search> searches() {
        return List.of(PayoutOverview.SEARCH);
    }

    @Override
    public List<Departures> departures() {
        return List.of(sent, sent.reported());
    }

    @Override
    public List<Work> work() {
        return List.of(payoutWork);
    }

    @Override
    public List<MerchantReferences> references() {
        return List.of(PayoutStore.REFERENCES);
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new PayoutAudit());
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(PayoutStore.PAYOUTS, PayoutStore.LEGS, PayoutStore.ATTEMPTS.write());
    }
}
