package io.tical.server.bankday;

import io.tical.server.bank.AccountDay;
import io.tical.server.bank.BankModule;
import io.tical.server.collection.CollectionModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;

/** The module of the days of the operator's bank accounts. */
public record BankDayModule(BankDayRoutes routes, BankDayAudit audit) implements Module {
    public static BankDayModule of(Modules modules) {
        var platform = modules.platform();
        var bank = modules.get(BankModule.class);
        var days = new BankDays(
                platform.database(),
                bank.days(),
                modules.get(CollectionModule.class).accounts(),
                platform.clock());
        var routes = new BankDayRoutes(
                days,
                modules.get(CurrencyModule.class).currencies(),
                new WaitingApprovals(platform.database()),
                platform.paging());
        return new BankDayModule(routes, new BankDayAudit(days));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.STAFF_ACTIONS, routes.actions());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/bankday/operators.yaml");
        to.add(Kind.LISTS, ListedTable.of(AccountDay.RESOURCE));
        to.add(Kind.AUTHENTICATED_TABLES, DaySealStore.SEALS);
        to.add(Kind.AUDITS, audit);
    }
}
