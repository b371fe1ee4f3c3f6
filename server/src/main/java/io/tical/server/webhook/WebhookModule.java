package io.tical.server.webhook;

import io.tical.server.access.AddressRanges;
import io.tical.server.load.TokenBuckets;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Family;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.ListedTable;
import io.tical.server.transaction.AuditLog;
import java.util.List;

/** Callbacks to merchants. */
public record WebhookModule(
        CallbackEndpoints callbackEndpoints,
        Deliveries deliveries,
        MerchantRedeliveries redeliveries,
        Pings pings,
        DeliveryWork deliveryWork,
        ToldEvents told,
        List<Family> metrics,
        CallbackDashboardRoutes ofCallbacks,
        DeliveryDashboardRoutes ofDeliveries,
        RedeliveryDashboardRoutes ofRedeliveries,
        DeliveryAdminRoutes adminRoutes)
        implements Module {
    /**
     * @param allowed further address ranges that callbacks may reach
     * @param sources the addresses from which callbacks come; empty if the operator has not named them
     */
    public static WebhookModule of(Modules modules, List<String> allowed, List<String> sources) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var database = platform.database();
        var clock = platform.clock();
        var guard = new AddressGuard(AddressRanges.of(allowed));
        var sender = platform.open(new CallbackSender(guard));
        var transport = new MeteredTransport(sender);
        var endpoints = new CallbackEndpoints(
                database, platform.secrets(), url -> CallbackUrl.check(url, guard, Resolver.system()), clock);
        var deliveries = new Deliveries(database, endpoints, clock);
        var redeliveries = new MerchantRedeliveries(database, platform.idempotency(), clock);
        var pings = new Pings(database, endpoints, sender, TokenBuckets.perMinute(Pings.PER_MINUTE), clock);
        var references = new References(database, () -> modules.all(Kind.REFERENCES));
        var told = new ToldEvents(modules.get(OutwardModule.class).fence(), clock);
        return new WebhookModule(
                endpoints,
                deliveries,
                redeliveries,
                pings,
                new DeliveryWork(database, endpoints, transport, told, clock),
                told,
                transport.metrics(),
                new CallbackDashboardRoutes(endpoints, deliveries, pings, sources),
                new DeliveryDashboardRoutes(
                        deliveries, new MerchantDeliveries(database, deliveries, clock), merchants.lists(), references),
                new RedeliveryDashboardRoutes(redeliveries, merchants.lists(), references),
                new DeliveryAdminRoutes(
                        new StaffDeliveries(database, deliveries, new AuditLog(database), clock),
                        merchants.policies()::name,
                        platform.paging()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.DASHBOARD_ENDPOINTS, ofCallbacks.endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, ofDeliveries.endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, ofRedeliveries.endpoints());
        to.add(Kind.DEPARTURES, told);
        to.add(
                Kind.AUTHENTICATED_TABLES,
                CallbackEndpointStore.ENDPOINTS,
                Events.EVENTS,
                Events.DELIVERIES,
                DeliveryQueue.ATTEMPTS,
                RedeliveryStore.REDELIVERIES);
        to.add(Kind.AUDITS, new CallbackAudit());
        to.add(Kind.QUEUES, DeliveryOverview.QUEUES);
        to.add(Kind.ACTIVITIES, DeliveryOverview.ACTIVITIES);
        to.add(Kind.LISTS, ListedTable.of("delivery"));
        to.add(Kind.SEARCHES, DeliveryOverview.SEARCH);
        to.add(Kind.ADMIN_ENDPOINTS, adminRoutes.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/webhook/operators.yaml");
        to.add(Kind.WORK, deliveryWork, deliveries.housekeeping());
        to.add(Kind.WORK, redeliveries.work());
        to.add(Kind.METRICS, metrics);
    }
}
