package io.tical.server.holder;

import io.tical.db.BulkWrite;
import io.tical.server.http.Endpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Calls;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.RailModule;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
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
    public List<Endpoint> endpoints() {
        return new HolderRoutes(holders).endpoints();
    }

    @Override
    public List<Work> work() {
        return List.of(Housekeeping.deleting("account holders", holders::forget));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(HolderStore.LOOKUPS);
    }
}
