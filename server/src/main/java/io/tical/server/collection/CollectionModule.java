package io.tical.server.collection;

import io.helidon.health.HealthCheck;
import io.tical.db.BulkWrite;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.http.Observation;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.metric.Family;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Actor;
import io.tical.server.work.Work;
import java.util.List;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts, ReservedAmounts reserved) implements Module {
    public static CollectionModule of(Modules modules) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        return new CollectionModule(
                new CollectionAccounts(platform.database(), currencies, platform.clock(), Actor.SYSTEM),
                new ReservedAmounts(platform.database(), currencies));
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return new CollectionAdminRoutes(accounts, reserved).endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/collection/operators.yaml");
    }

    @Override
    public List<Work> work() {
        return List.of(reserved.work());
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(Observation.notices("collection accounts", "nearly_full", reserved::warnings));
    }

    @Override
    public List<Family> metrics() {
        return reserved.metrics();
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(CollectionAccountStore.ACCOUNTS);
    }
}
