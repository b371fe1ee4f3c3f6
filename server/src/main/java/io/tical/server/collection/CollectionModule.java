package io.tical.server.collection;

import io.helidon.health.HealthCheck;
import io.tical.db.BulkWrite;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Observation;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.metric.Family;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.Mentions;
import io.tical.server.staff.Staff;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts, ReservedAmounts reserved, CollectionAdminRoutes routes)
        implements Module {
    /** @param delay how long an account that payers are to pay into waits after its approval */
    public static CollectionModule of(Modules modules, Duration delay) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var accounts = new CollectionAccounts(platform.database(), currencies, platform.clock());
        var reserved = new ReservedAmounts(platform.database(), currencies);
        return new CollectionModule(
                accounts,
                reserved,
                new CollectionAdminRoutes(accounts, reserved, new WaitingApprovals(platform.database()), delay));
    }

    @Override
    public List<StaffAction> staffActions() {
        return routes.actions();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return routes.endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/collection/operators.yaml");
    }

    @Override
    public List<Mentions.Source> mentions() {
        return List.of(CollectionAccounts::mention);
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
