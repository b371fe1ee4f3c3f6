package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Endpoint;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.module.Module;
import java.util.List;

/** Operations for test keys only. */
public final class SandboxModule implements Module {
    private final TopUps topUps;
    private final Currencies currencies;

    /** @param funding whether test wallets can be topped up */
    public SandboxModule(GroupCommit groupCommit, Currencies currencies, boolean funding) {
        this.currencies = currencies;
        this.topUps = new TopUps(groupCommit, !funding);
    }

    @Override
    public List<Endpoint> endpoints() {
        return new TopUpRoutes(topUps, code -> currencies.find(code).filter(found -> currencies.isActive(code)))
                .endpoints();
    }
}
