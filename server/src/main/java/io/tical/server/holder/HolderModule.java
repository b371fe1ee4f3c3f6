package io.tical.server.holder;

import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Calls;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.RailModule;
import io.tical.server.work.Housekeeping;
import java.util.List;

/** Looks up account holders. */
public record HolderModule(Holders holders, List<Calls<?>> calls) implements Module {
    public static HolderModule of(Modules modules, HolderLookups.Options options) {
        var platform = modules.platform();
        var simulator = modules.get(RailModule.class).simulator().answers();
        var lookups = platform.open(new HolderLookups(options, simulator));
        return new HolderModule(
                new Holders(
                        platform.database(),
                        lookups,
                        modules.get(MerchantModule.class)::defaultCurrency,
                        platform.clock()),
                lookups.calls());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new HolderRoutes(holders).endpoints());
        to.add(Kind.WORK, Housekeeping.deleting("account holders", holders::forget));
        to.add(Kind.AUTHENTICATED_TABLES, HolderStore.LOOKUPS);
        to.add(Kind.CALLS, calls);
    }
}
