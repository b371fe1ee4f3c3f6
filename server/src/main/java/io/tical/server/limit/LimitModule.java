package io.tical.server.limit;

import io.tical.server.crypto.CryptoModule;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.Rails;

/** The limits of merchants. */
public record LimitModule(
        Platform platform, MerchantModule merchants, LedgerModule ledger, Rails rails, CryptoModule crypto)
        implements Module {
    public static LimitModule of(Modules modules) {
        return new LimitModule(
                modules.platform(),
                modules.get(MerchantModule.class),
                modules.get(LedgerModule.class),
                modules.get(RailModule.class).rails(),
                modules.get(CryptoModule.class));
    }

    public Limits limits() {
        return new Limits(
                merchants.policies(),
                merchants.currencies(),
                rails,
                crypto.deposits().networks(),
                ledger.ledger(),
                platform.clock());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new LimitRoutes(limits(), merchants.currencies()).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new LimitDashboardRoutes(limits(), merchants.policies(), merchants.currencies()).endpoints());
    }
}
