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
        MerchantDeliveries merchantDeliveries,
        MerchantRedeliveries redeliveries,
        Pings pings,
        DeliveryWork deliveryWork,
        ToldEvents told,
        List<Family> metrics,
        DeliveryAdminRoutes adminRoutes)
        implements Module {
    /** @param allowed further address ranges that callbacks may reach */
    public static WebhookModule of(Modules modules, List<String> allowed) {
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
        var told = new ToldEvents(modules.get(OutwardModule.class).fence(), clock);
        return new WebhookModule(
                endpoints,
                deliveries,
                new MerchantDeliveries(database, deliveries, clock),
                new MerchantRedeliveries(database, platform.idempotency(), clock),
                new Pings(database, endpoints, sender, TokenBuckets.perMinute(Pings.PER_MINUTE), clock),
                new DeliveryWork(database, endpoints, transport, told, clock),
                told,
                transport.metrics(),
                new DeliveryAdminRoutes(
                        new StaffDeliveries(database, deliveries, new AuditLog(database), clock),
                        merchants.policies()::name,
                        platform.paging()));
    }

    @Override
    public void contribute(Contributions to) {
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
