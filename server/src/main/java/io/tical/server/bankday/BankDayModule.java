package io.tical.server.bankday;

import io.tical.common.admin.BankAccountState;
import io.tical.db.Session;
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
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** The module of the days of the operator's bank accounts. */
public record BankDayModule(BankDays days, BankDayRoutes routes, BankDayAudit audit) implements Module {
    public static BankDayModule of(Modules modules) {
        var platform = modules.platform();
        var bank = modules.get(BankModule.class);
        var days = new BankDays(
                platform.database(),
                bank.days(),
                new DayExplanations(platform.database(), bank.days(), platform.clock()),
                modules.get(CollectionModule.class).accounts(),
                platform.clock());
        var routes = new BankDayRoutes(
                days,
                modules.get(CurrencyModule.class).currencies(),
                new WaitingApprovals(platform.database()),
                platform.paging());
        return new BankDayModule(days, routes, new BankDayAudit(days));
    }

    /** What accounts have by the ledger at the end of their last closed day. */
    public static Map<UUID, BankAccountState.Ledger> ledger(
            Session session, Collection<UUID> accounts, boolean livemode) {
        return BankDays.ledger(session, accounts, livemode);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.STAFF_ACTIONS, routes.actions());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/bankday/operators.yaml");
        to.add(Kind.QUEUES, days.days().toClose());
        to.add(Kind.LISTS, ListedTable.of(AccountDay.RESOURCE));
        to.add(Kind.AUTHENTICATED_TABLES, DaySealStore.SEALS);
        to.add(Kind.AUDITS, audit);
    }
}
