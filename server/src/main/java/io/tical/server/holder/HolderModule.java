package io.tical.server.holder;

import io.tical.db.BulkWrite;
import io.tical.server.http.Endpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.rail.Verifiers;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.util.List;

/** Looks up account holders. */
public record HolderModule(Holders holders) implements Module {
    public HolderModule(Platform platform, MerchantModule merchants, Verifiers verifiers) {
        this(new Holders(platform.database(), verifiers, merchants::defaultCurrency, platform.clock()));
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
    public List<BulkWrite<?>> evidence() {
        return List.of(HolderStore.LOOKUPS);
    }
}
