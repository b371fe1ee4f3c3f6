package io.tical.server.payout;

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
import io.tical.server.rail.RailModule;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.rail.SentAttempts;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StaffTimeline;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionKind;
import io.tical.server.webhook.WebhookModule;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Payouts. */
public record PayoutModule(
        Platform platform,
        Lists lists,
        Payouts payouts,
        SentAttempts<PayoutAggregate> sent,
        PayoutWork payoutWork,
        PayoutActions actions,
        WorkItemRoutes<PayoutAggregate> workItems)
        implements Module {
    /** @param polls the delays after dispatch at which the rail is polled for a payout without an outcome */
    public static PayoutModule of(
            Modules modules,
            Offering offering,
            Claims claims,
            Function<Platform, ReturnedPayments> returned,
            ReceivedTransfers received,
            List<Duration> polls) {
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
                returned.apply(platform),
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
                merchants.lists(),
                payouts,
                sent,
                new PayoutWork(platform.database(), payouts, sent, rails, polls, platform.clock()),
                new PayoutActions(payouts, workItems::detail),
                workItems);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new PayoutRoutes(payouts, platform.paging()).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new PayoutDashboardRoutes(payouts, lists, new AuditLog(platform.database())).endpoints());
        to.add(Kind.STAFF_ACTIONS, actions.all());
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/payout/operators.yaml");
        to.add(Kind.QUEUES, PayoutOverview.QUEUES);
        to.add(
                Kind.TRANSACTION_KINDS,
                TransactionKind.of(
                        payouts.reads(),
                        Scope.PAYOUTS_READ,
                        id -> payouts.find(id).map(PayoutAggregate::key).stream()
                                .toList(),
                        payouts::timeline));
        to.add(Kind.ACTIVITIES, PayoutOverview.ACTIVITIES);
        to.add(Kind.LISTS, ListedTable.of("payout"));
        to.add(Kind.SEARCHES, PayoutOverview.SEARCH);
        to.add(Kind.DEPARTURES, sent, sent.reported());
        to.add(Kind.WORK, payoutWork);
        to.add(Kind.REFERENCES, PayoutStore.REFERENCES);
        to.add(Kind.AUDITS, new PayoutAudit());
        to.add(Kind.AUTHENTICATED_TABLES, PayoutStore.PAYOUTS, PayoutStore.LEGS, PayoutStore.ATTEMPTS.write());
    }
}
