package io.tical.server.statement;

import io.tical.server.ledger.LedgerModule;
import io.tical.server.load.ConcurrencyLimits;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.work.Housekeeping;
import java.time.Duration;

/** Balances and statements of wallets, and their sealed days. */
public record StatementModule(
        BalanceRoutes balances, StatementRoutes routes, BalanceDashboardRoutes dashboard, DailySealing sealing)
        implements Module {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** The statements that a node writes at the same time. Each holds a page of about one megabyte. */
    private static final int READ_MAX = 32;

    private static final int READ_MAX_OF_ONE = 4;

    /** Statements name the references of the objects of all modules that are listed before this one. */
    public static StatementModule of(Modules modules) {
        var platform = modules.platform();
        var database = platform.database();
        var clock = platform.clock();
        var limits = new ConcurrencyLimits("statements", READ_MAX, READ_MAX_OF_ONE);
        var sealing = new DailySealing(database, clock);
        var merchants = modules.get(MerchantModule.class);
        var routes = new StatementRoutes(
                new Statements(database, limits, clock, modules.all(Kind.REFERENCES)),
                new DailyStatements(database, sealing, limits, clock),
                merchants.currencies(),
                id -> merchants.policies().of(id).zone());
        var balances = modules.get(LedgerModule.class).balances();
        return new StatementModule(
                new BalanceRoutes(balances, clock),
                routes,
                new BalanceDashboardRoutes(balances, routes, merchants.lists()),
                sealing);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, balances.endpoints());
        to.add(Kind.ENDPOINTS, routes.endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, dashboard.endpoints());
        to.add(Kind.WORK, new Housekeeping("daily statements", PAUSE, sealing::round));
        to.add(Kind.AUTHENTICATED_TABLES, DailyStatementStore.STATEMENTS);
        to.add(Kind.AUDITS, new DailyStatementAudit());
    }
}
