package io.tical.server.bank;

import io.tical.server.bankfile.StatementFormats;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.CollectionModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Observation;
import io.tical.server.http.SignedApi;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.QueueTable;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.payin.PaidPayins;
import io.tical.server.payin.PayinModule;
import io.tical.server.paymentfile.Debits;
import io.tical.server.paymentfile.PaymentFileModule;
import io.tical.server.payout.PayoutModule;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.rail.SentTransfers;
import io.tical.server.settlement.SettlementModule;
import io.tical.server.transaction.EventType;
import io.tical.server.work.DueTable;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The module of what banks say. */
public record BankModule(
        BankFiles files,
        BankFileRoutes routes,
        BankProfileRoutes profiles,
        AccountEntryRoutes entries,
        AccountStateRoutes states,
        EntryMatching matching,
        PaymentProofs proofs,
        WorkItemRoutes<PaymentProof> payments,
        Work comparison,
        SignedApi notifications,
        OpenEntries open,
        AccountDays days,
        @Nullable Inbox inbox)
        implements Module {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int COMPARED_MAX = 500;
    private static final int PREVIEWS_MAX = 4;

    /**
     * @param inbox the watched folder; null for none
     * @param notifySecret with which banks sign what they notify; empty for none
     */
    public record Options(@Nullable Path inbox, String notifySecret) {}

    /**
     * What statements show of the payments of payins, for {@link PayinModule}.
     *
     * @param zones in which the banks book
     */
    public static ExpectedTransfers expected(Platform platform, AccountZones zones) {
        return new ShownPayments(platform.clock(), zones);
    }

    /** What statements show of payments that came back, for the modules of payouts and settlements. */
    public static ReturnedPayments returned(Platform platform) {
        return new TakenReturns(platform.clock());
    }

    /** @param ledger what accounts have by the ledger */
    public static BankModule of(Modules modules, Options options, LedgerBalances ledger) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var accounts = modules.get(CollectionModule.class).accounts();
        var zones = accounts.zones();
        var finder = new PayinFinder(new PaidPayins(currencies), zones);
        var files = new BankFiles(
                platform.database(),
                accounts,
                currencies,
                new StatementReaders(platform.database(), StatementFormats.shipped()),
                finder,
                platform.clock(),
                new Semaphore(PREVIEWS_MAX));
        var results = modules.get(PaymentFileModule.class);
        var waiting = new WaitingApprovals(platform.database());
        var payins = modules.get(PayinModule.class).payins();
        var transfers = new OrderedTransfers(
                platform.database(),
                List.of(
                        new SentTransfers<>(modules.get(PayoutModule.class).sent()),
                        new SentTransfers<>(modules.get(SettlementModule.class).sent())),
                zones,
                platform.clock());
        var overviews = new BankOverviews(platform.database(), accounts, platform.clock());
        var entries = AccountEntries.of(
                platform.database(),
                payins,
                transfers,
                Map.of(
                        EventType.Subject.PAYOUT,
                        modules.get(PayoutModule.class).payouts().returns(),
                        EventType.Subject.SETTLEMENT,
                        modules.get(SettlementModule.class).settlements().returns()));
        var proofs = new PaymentProofs(platform.database(), platform.clock(), zones);
        return new BankModule(
                files,
                new BankFileRoutes(files, results.arrived(), results::result, waiting, platform.paging()),
                new BankProfileRoutes(new BankProfiles(platform.database(), files, platform.clock()), waiting),
                new AccountEntryRoutes(
                        entries,
                        new EntryBookings(
                                platform.database(),
                                entries,
                                modules.get(LedgerModule.class).ledger()),
                        waiting,
                        platform.paging()),
                new AccountStateRoutes(
                        new AccountStates(platform.database(), accounts, ledger, platform.clock()), overviews),
                new EntryMatching(
                        platform.database(),
                        finder,
                        payins,
                        new Debits(platform.clock()),
                        transfers,
                        proofs,
                        platform.clock()),
                proofs,
                new WorkItemRoutes<>(
                        PaymentProofWorkItems.of(proofs),
                        platform.leases(),
                        modules.get(MerchantModule.class).policies()::name,
                        platform.paging()),
                new LockedWork(
                        platform.database(),
                        "payment proofs",
                        "the proof of payin",
                        PAUSE,
                        new DueTable("payment_proof", "payin_id", "due_at"),
                        new LockedWork.Limits(COMPARED_MAX, COMPARED_MAX),
                        proofs::compare),
                SignedApi.of(
                        "/bank-api/v1/entries",
                        options.notifySecret(),
                        platform.clock(),
                        new NotificationRoutes(files)::take),
                new OpenEntries(platform.database(), overviews, platform.clock()),
                new AccountDays(zones),
                options.inbox() == null ? null : new Inbox(files, results.arrived(), options.inbox()));
    }

    /** The entries that nobody has explained. */
    private static QueueTable open(String name, String direction) {
        return QueueTable.ofService(
                name, AccountEntries.RESOURCE, "bank_entry", "bank_entry_id", "status = 'open' AND " + direction);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.STAFF_ACTIONS, new BankFileActions(files, routes::view).all());
        to.add(Kind.ADMIN_ENDPOINTS, profiles.endpoints());
        to.add(Kind.STAFF_ACTIONS, profiles.actions());
        to.add(Kind.ADMIN_ENDPOINTS, entries.endpoints());
        to.add(Kind.STAFF_ACTIONS, entries.actions());
        to.add(Kind.ADMIN_ENDPOINTS, states.endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, payments.endpoints());
        to.add(Kind.STAFF_ACTIONS, new PaymentProofActions(proofs, payments::row).all());
        to.add(Kind.ADMIN_PAGES, notifications);
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/bank/operators.yaml");
        to.add(
                Kind.QUEUES,
                open("bank_entries_in", "amount > 0"),
                open("bank_entries_out", "amount < 0"),
                new QueueTable(
                        "payments_missing",
                        PaymentProof.RESOURCE,
                        "payment_proof",
                        "payin_id",
                        "status = 'missing'",
                        true));
        to.add(
                Kind.LISTS,
                ListedTable.of(PaymentProof.RESOURCE),
                ListedTable.of(BankFiles.RESOURCE),
                ListedTable.of(AccountEntries.RESOURCE));
        to.add(Kind.WORK, matching, matching.again(), comparison, open.work());
        to.add(Kind.METRICS, open.metrics());
        if (inbox != null) {
            to.add(Kind.WORK, inbox);
            to.add(Kind.CHECKS, Observation.notices("bank inbox", "degraded", inbox::troubles));
        }
        to.add(
                Kind.AUTHENTICATED_TABLES,
                BankFileStore.FILES,
                BankProfileStore.PROFILES,
                StatementStore.STATEMENTS,
                StatementStore.SIGHTINGS,
                AccountEntryStore.ENTRIES,
                AccountDayStore.DAYS,
                PaymentProofStore.PROOFS,
                TransferProofStore.PROOFS,
                BankPostingStore.POSTINGS);
        to.add(Kind.AUDITS, new BankPostingAudit());
    }
}
