package io.tical.server.collection;

import io.tical.server.currency.Currencies;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;

/** The operator's collection accounts. */
public final class CollectionModule implements Module {
    private final CollectionAccounts accounts;

    public CollectionModule(Platform platform, Currencies currencies) {
        accounts = new CollectionAccounts(platform.database(), currencies, platform.clock());
    }

    public CollectionAccounts accounts() {
        return accounts;
    }
}
