package io.tical.server.collection;

import io.tical.server.collection.CollectionAccounts.Rezoning;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Observation;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import java.time.Duration;
import java.time.ZoneId;

/** The operator's collection accounts. */
public record CollectionModule(CollectionAccounts accounts, ReservedAmounts reserved, CollectionAdminRoutes routes)
        implements Module {
    /**
     * @param delay how long an account that payers are to pay into waits after its approval
     * @param zone of banks whose accounts say no other one
     * @param rezoning what must happen before the zone of an account changes
     */
    public static CollectionModule of(Modules modules, Duration delay, ZoneId zone, Rezoning rezoning) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var accounts = new CollectionAccounts(
                platform.database(), currencies, platform.clock(), new AccountZones(zone), rezoning);
        var reserved = new ReservedAmounts(platform.database(), currencies);
        return new CollectionModule(
                accounts,
                reserved,
                new CollectionAdminRoutes(accounts, reserved, new WaitingApprovals(platform.database()), delay));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.STAFF_ACTIONS, routes.actions());
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/collection/operators.yaml");
        to.add(Kind.MENTIONS, CollectionAccounts::mention);
        to.add(Kind.WORK, reserved.work());
        to.add(Kind.CHECKS, Observation.notices("collection accounts", "nearly_full", reserved::warnings));
        to.add(Kind.METRICS, reserved.metrics());
        to.add(Kind.AUTHENTICATED_TABLES, CollectionAccountStore.ACCOUNTS);
    }
}
