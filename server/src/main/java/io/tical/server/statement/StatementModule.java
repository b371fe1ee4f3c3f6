package io.tical.server.statement;

import io.tical.db.BulkWrite;
import io.tical.server.http.Endpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.load.ConcurrencyLimits;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Balances and statements of wallets, and their sealed days. */
public record StatementModule(BalanceRoutes balances, StatementRoutes routes, DailySealing sealing) implements Module {
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
                new Statements(database, limits, clock, modules.all(Module::references)),
                new DailyStatements(database, sealing, limits, clock),
                merchants.currencies(),
                id -> merchants.policies().of(id).zone());
        var balances = new BalanceRoutes(modules.get(LedgerModule.class).balances(), clock);
        return new StatementModule(balances, routes, sealing);
    }

    @Override
    public List<Endpoint> endpoints() {
        return Stream.concat(balances.endpoints().stream(), routes.endpoints().stream())
                .toList();
    }

    @Override
    public List<Work> work() {
        return List.of(new Housekeeping("daily statements", PAUSE, sealing::round));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(DailyStatementStore.STATEMENTS);
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new DailyStatementAudit());
    }
}
