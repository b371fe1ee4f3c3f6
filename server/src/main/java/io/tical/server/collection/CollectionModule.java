package io.tical.server.collection;

import io.tical.db.BulkWrite;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Actor;
import java.util.List;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts) implements Module {
    public static CollectionModule of(Modules modules) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        return new CollectionModule(
                new CollectionAccounts(platform.database(), currencies, platform.clock(), Actor.SYSTEM));
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new CollectionAdminRoutes(accounts).endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/collection/operators.yaml");
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(CollectionAccountStore.ACCOUNTS);
    }
}
