package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.Simulator;
import io.tical.server.rail.SimulatorAnswers.TopUp;

/** Operations for test keys only, and the simulators. */
public record SandboxModule(TopUps topUps, Currencies currencies, Simulator simulator) implements Module {
    public static SandboxModule of(Modules modules) {
        var simulator = modules.get(RailModule.class).simulator();
        return new SandboxModule(
                new TopUps(
                        modules.get(LedgerModule.class).groupCommit(),
                        () -> simulator.answers().now().topUp() == TopUp.BLOCKED),
                modules.get(CurrencyModule.class).currencies(),
                simulator);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new TopUpRoutes(topUps, currencies).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new TopUpDashboardRoutes(topUps, currencies).endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, new SimulatorAdminRoutes(simulator).endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/sandbox/operators.yaml");
    }
}
