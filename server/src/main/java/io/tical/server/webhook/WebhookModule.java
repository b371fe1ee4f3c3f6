package io.tical.server.webhook;

import io.tical.db.BulkWrite;
import io.tical.server.access.AddressRanges;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.load.TokenBuckets;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Family;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.outward.Departures;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditLog;
import io.tical.server.work.Work;
import java.util.List;
import java.util.stream.Stream;

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
    public List<Departures> departures() {
        return List.of(told);
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(
                CallbackEndpointStore.ENDPOINTS,
                Events.EVENTS,
                Events.DELIVERIES,
                DeliveryQueue.ATTEMPTS,
                RedeliveryStore.REDELIVERIES);
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new CallbackAudit());
    }

    @Override
    public List<Queue> queues() {
        return DeliveryOverview.QUEUES;
    }

    @Override
    public List<Activity> activities() {
        return DeliveryOverview.ACTIVITIES;
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of("delivery"));
    }

    @Override
    public List<Search> searches() {
        return List.of(DeliveryOverview.SEARCH);
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return adminRoutes.endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/webhook/operators.yaml");
    }

    @Override
    public List<Work> work() {
        return Stream.concat(Stream.of(deliveryWork, deliveries.housekeeping()), redeliveries.work().stream())
                .toList();
    }
}
