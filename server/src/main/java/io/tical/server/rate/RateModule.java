package io.tical.server.rate;

import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Staff;
import java.util.List;

/** The rates at which settlements are converted. */
public record RateModule(ExchangeRates rates) implements Module {
    public static RateModule of(Modules modules) {
        var platform = modules.platform();
        return new RateModule(new ExchangeRates(
                platform.database(), modules.get(MerchantModule.class).currencies(), platform.clock()));
    }

    private ExchangeRateRoutes routes() {
        return new ExchangeRateRoutes(rates, new WaitingApprovals(rates.database()));
    }

    @Override
    public List<StaffAction> staffActions() {
        return List.of(routes().change());
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return routes().endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/rate/operators.yaml");
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(ExchangeRateStore.RATES);
    }
}
