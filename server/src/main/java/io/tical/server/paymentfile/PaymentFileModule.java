package io.tical.server.paymentfile;

import io.tical.server.collection.CollectionModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.key.TransactionKey;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.QueueTable;
import io.tical.server.payout.PayoutModule;
import io.tical.server.payout.Payouts;
import io.tical.server.rail.FiledLegs;
import io.tical.server.settlement.SettlementModule;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;

/** Files of payments. */
public record PaymentFileModule(
        OutgoingRoutes routes, OutgoingActions actions, OutcomeReporting reporting, ArrivedResults arrived)
        implements Module {
    public static PaymentFileModule of(Modules modules) {
        var platform = modules.platform();
        var database = platform.database();
        var clock = platform.clock();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var waiting = new WaitingApprovals(database);
        List<FiledLegs<?>> legs = List.of(
                new FiledLegs<>(modules.get(PayoutModule.class).sent()),
                new FiledLegs<>(modules.get(SettlementModule.class).sent()));
        var collection = modules.get(CollectionModule.class).accounts();
        var accounts = new PayingAccounts(database, collection, clock);
        var drafts = new FileDrafts(
                database,
                collection,
                currencies,
                legs,
                keys -> {
                    var busy = new HashSet<TransactionKey>(
                            platform.leases().of(keys).keySet());
                    busy.addAll(waiting.of(keys).keySet());
                    return busy;
                },
                Payouts::knownAccounts,
                clock);
        var files = new OutgoingFiles(database, collection, currencies, legs, clock);
        var answers = new BankAnswers(database, currencies, clock);
        var routes = new OutgoingRoutes(drafts, files, answers, accounts, waiting, platform.paging(), clock);
        return new PaymentFileModule(
                routes,
                new OutgoingActions(drafts, files, answers, accounts, routes),
                new OutcomeReporting(database, legs, clock),
                new ArrivedResults(answers));
    }

    /** The JSON of a result. */
    public Object result(UUID id) {
        return routes.resultView(id);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.STAFF_ACTIONS, actions.all());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/paymentfile/operators.yaml");
        to.add(
                Kind.QUEUES,
                QueueTable.ofService(
                        "payment_files",
                        OutgoingFile.RESOURCE,
                        "payment_file",
                        "payment_file_id",
                        "status IN ('draft', 'released')"));
        to.add(
                Kind.LISTS,
                ListedTable.of(OutgoingFile.RESOURCE),
                new ListedTable(OutgoingFile.RESOURCE, OutgoingPaymentStore.PAYMENTS.table()),
                new ListedTable(OutgoingFile.RESOURCE, BankAnswerStore.ANSWERS.table()));
        to.add(Kind.WORK, reporting);
        to.add(
                Kind.AUTHENTICATED_TABLES,
                PayingAccountStore.ACCOUNTS,
                OutgoingFileStore.FILES,
                OutgoingPaymentStore.PAYMENTS,
                BankAnswerStore.ANSWERS);
    }
}
