package io.tical.server.webhook;

import io.tical.server.access.AddressRanges;
import io.tical.server.merchant.CallbackEndpoints;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.work.Work;
import java.util.List;

/** Callbacks to merchants. */
public final class WebhookModule implements Module {
    private final CallbackEndpoints endpoints;
    private final Deliveries deliveries;
    private final Pings pings;
    private final DeliveryWork deliveryWork;

    /** @param allowed further address ranges that callbacks may reach */
    public WebhookModule(Platform platform, List<String> allowed) {
        var database = platform.database();
        var clock = platform.clock();
        var guard = new AddressGuard(AddressRanges.of(allowed));
        var sender = platform.open(new CallbackSender(guard));
        endpoints = new CallbackEndpoints(
                database,
                platform.secrets(),
                url -> CallbackUrl.check(url, guard, Resolver.system()),
                Deliveries.queue(),
                clock);
        deliveries = new Deliveries(database, endpoints, clock);
        pings = new Pings(database, endpoints, sender::post, clock);
        deliveryWork = new DeliveryWork(database, endpoints, sender::post, clock);
    }

    public CallbackEndpoints callbackEndpoints() {
        return endpoints;
    }

    public Deliveries deliveries() {
        return deliveries;
    }

    public Pings pings() {
        return pings;
    }

    @Override
    public List<Work> work() {
        return List.of(deliveryWork, deliveries.housekeeping());
    }
}
