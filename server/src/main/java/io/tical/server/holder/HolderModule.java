package io.tical.server.holder;

import io.tical.db.BulkWrite;
import io.tical.server.http.Endpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.RailModule;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.util.List;

/** Looks up account holders. */
public record HolderModule(Holders holders) implements Module {
    public static HolderModule of(Modules modules) {
        return new HolderModule(new Holders(
                modules.platform().database(),
                modules.get(RailModule.class).verifiers(),
                modules.get(MerchantModule.class)::defaultCurrency,
                modules.platform().clock()));
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
