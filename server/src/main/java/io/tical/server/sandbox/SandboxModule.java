package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Endpoint;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.module.Module;
import java.util.List;

/** Operations for test keys only. */
public record SandboxModule(TopUps topUps, Currencies currencies) implements Module {
    /** @param funding whether test wallets can be topped up */
    public SandboxModule(GroupCommit groupCommit, Currencies currencies, boolean funding) {
        this(new TopUps(groupCommit, !funding), currencies);
    }

    @Override
    public List<Endpoint> endpoints() {
        return new TopUpRoutes(topUps, currencies).endpoints();
    }
}
