package io.tical.server.rate;

import io.tical.server.decision.WaitingApprovals;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;

/** The rates at which settlements are converted. */
public record RateModule(ExchangeRates rates) implements Module {
    public static RateModule of(Modules modules) {
        var platform = modules.platform();
        return new RateModule(new ExchangeRates(
                platform.database(), modules.get(MerchantModule.class).currencies(), platform.clock()));
    }

    @Override
    public void contribute(Contributions to) {
        var routes = new ExchangeRateRoutes(rates, new WaitingApprovals(rates.database()));
        to.add(Kind.STAFF_ACTIONS, routes.change());
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/rate/operators.yaml");
        to.add(Kind.AUTHENTICATED_TABLES, ExchangeRateStore.RATES);
    }
}
