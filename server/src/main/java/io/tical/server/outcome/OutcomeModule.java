package io.tical.server.outcome;

import io.tical.server.http.Observation;
import io.tical.server.http.SignedApi;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.payout.PayoutModule;
import io.tical.server.rail.Connections;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.ReportedOutcomes;
import io.tical.server.settlement.SettlementModule;
import java.util.List;

/** What rails report themselves, and whether they can be reached. */
public record OutcomeModule(SignedApi reports, Connections connections) implements Module {
    public static OutcomeModule of(Modules modules) {
        var connections = modules.get(RailModule.class).connections();
        var outcomes = new ReportedOutcomes(List.of(
                modules.get(PayoutModule.class).sent(),
                modules.get(SettlementModule.class).sent()));
        return new OutcomeModule(
                SignedApi.ofSigners(
                        "/bank-api/v1/outcomes",
                        connections.callbackSecrets(),
                        modules.platform().clock(),
                        new OutcomeRoutes(outcomes)::take),
                connections);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_PAGES, reports);
        to.add(Kind.CHECKS, Observation.notices("rails", "degraded", connections::troubles));
    }
}
