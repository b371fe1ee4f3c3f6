package io.tical.server.collection;

import io.tical.db.BulkWrite;
import io.tical.server.currency.Currencies;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Actor;
import java.util.List;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts) implements Module {
    public CollectionModule(Platform platform, Currencies currencies) {
        this(new CollectionAccounts(platform.database(), currencies, platform.clock(), Actor.SYSTEM));
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new CollectionAdminRoutes(accounts).endpoints();
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(CollectionAccountStore.ACCOUNTS);
    }
}
