package io.tical.server.paypage;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.http.Content;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.PublicEvents;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.payin.Payins;
import io.tical.server.slip.Slips;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pay page. */
public record PayPageModule(Platform platform, PayPages useCases) implements Module {
    public PayPageModule(Platform platform, MerchantModule merchants, Payins payins, Slips slips) {
        var disclosures = new Disclosures(platform.database(), platform.clock());
        var events = new PaymentEvents(
                keys -> platform.database().run(session -> states(session, payins, slips, disclosures, keys)),
                PaymentEvents.PAUSE,
                platform.supervisor());
        this(
                platform,
                new PayPages(
                        new PayinPayments(payins, merchants.policies(), merchants.brands(), merchants.currencies())
                                ::find,
                        disclosures,
                        slips::standing,
                        slips::receive,
                        platform.open(events),
                        merchants.brands()::logo));
    }

    private static Map<TransactionKey, PaymentEvents.State> states(
            Session session, Payins payins, Slips slips, Disclosures disclosures, Collection<TransactionKey> keys) {
        var uploaded = slips.versions(session, keys);
        var accepted = disclosures.accepted(session, keys);
        var states = new HashMap<TransactionKey, PaymentEvents.State>();
        payins.stages(session, keys)
                .forEach((key, stage) -> states.put(
                        key,
                        new PaymentEvents.State(
                                stage.version(),
                                uploaded.getOrDefault(key, 0L),
                                accepted.contains(key),
                                !stage.status().takesPayment())));
        return states;
    }

    @Override
    public List<PublicPages> payPages() {
        return List.of(new PayPageSite(useCases, platform.clock()).site());
    }

    @Override
    public List<PublicEndpoint<Content>> payEndpoints() {
        return new PayPageRoutes(useCases).endpoints();
    }

    @Override
    public List<PublicEvents> payEvents() {
        return new PayPageRoutes(useCases).events();
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(Disclosures.DISCLOSURES);
    }
}
