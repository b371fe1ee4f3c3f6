package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.Simulator;
import io.tical.server.rail.SimulatorAnswers.TopUp;
import io.tical.server.staff.Staff;
import java.util.List;

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
    public List<Endpoint> endpoints() {
        return new TopUpRoutes(topUps, currencies).endpoints();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new SimulatorAdminRoutes(simulator).endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/sandbox/operators.yaml");
    }
}
