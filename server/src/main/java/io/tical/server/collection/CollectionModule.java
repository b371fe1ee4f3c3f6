package io.tical.server.collection;

import io.tical.db.BulkWrite;
import io.tical.server.currency.Currencies;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.util.List;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts) implements Module {
    public CollectionModule(Platform platform, Currencies currencies) {
        this(new CollectionAccounts(platform.database(), currencies, platform.clock()));
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(CollectionAccountStore.ACCOUNTS);
    }
}
