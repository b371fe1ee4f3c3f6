package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.module.Module;
import io.tical.server.rail.Simulator;
import io.tical.server.staff.Staff;
import java.util.List;

/** Operations for test keys only, and the simulators. */
public record SandboxModule(TopUps topUps, Currencies currencies, Simulator simulator) implements Module {
    /** @param funding whether test wallets can be topped up */
    public SandboxModule(GroupCommit groupCommit, Currencies currencies, boolean funding, Simulator simulator) {
        this(new TopUps(groupCommit, !funding), currencies, simulator);
    }

    @Override
    public List<Endpoint> endpoints() {
        return new TopUpRoutes(topUps, currencies).endpoints();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new SimulatorAdminRoutes(simulator).endpoints();
    }
}
