package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.server.collection.CollectionModule;
import io.tical.server.collection.Reservations;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.Deposits.UnallocatedTransfers;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.member.Lists;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.outward.OutwardModule;
import io.tical.server.overview.ListedTable;
import io.tical.server.p2p.Matches;
import io.tical.server.p2p.P2pModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.StaffTimeline;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionReads;
import io.tical.server.webhook.Events;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.DueTable;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.function.Function;

/**
 * Payins.
 *
 * @param unallocated records transfers that no payin accepts
 * @param expected what statements show of payments
 * @param funds the unallocated funds of payins
 */
public record PayinModule(
        Platform platform,
        Lists lists,
        CryptoModule crypto,
        UnallocatedTransfers unallocated,
        Payins payins,
        ExpectedTransfers expected,
        DuePayins due,
        PayPage payPage,
        PayinSlips slips,
        PayerConsents consents,
        UnallocatedFunds funds,
        WorkItemRoutes<Payin> workItems)
        implements Module {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int RELEASE_MAX = 5_000;

    /**
     * The parts that later modules add to payins.
     *
     * @param consents what payers accepted
     * @param suspense the unallocated funds of payins
     * @param unallocated records transfers that no payin accepts
     * @param expected records payments that statements must show
     */
    public record Extensions(
            Function<Database, PayinSlips> slips,
            Function<Platform, PayerConsents> consents,
            Function<Database, UnallocatedFunds> suspense,
            UnallocatedTransfers unallocated,
            Function<Platform, ExpectedTransfers> expected) {}

    public static PayinModule of(Modules modules, Extensions extensions, PayPage payPage, Payins.Terms terms) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var ledger = modules.get(LedgerModule.class);
        var crypto = modules.get(CryptoModule.class);
        var offers = modules.get(P2pModule.class).offers();
        var slips = extensions.slips().apply(platform.database());
        var consents = extensions.consents().apply(platform);
        var suspense = extensions.suspense().apply(platform.database());
        var deposits = crypto.deposits();
        var creation = new PayinCreationRules(merchants.currencies(), deposits.networks(), terms.expiry());
        var rules = new PayinRules(merchants.currencies(), terms.expiry(), terms.feeRefunded());
        var beside = new PayinGroup.Beside(
                rules,
                offers,
                slips,
                suspense,
                extensions.expected().apply(platform),
                modules.get(OutwardModule.class).fence());
        var storage = new PayinStorage(terms.matchGrace(), deposits, slips);
        // Alone, because it completes payouts.
        var operation = new CommandOperation<>(Payin.OBJECT_TYPE, storage, beside, Events::insertLater).alone();
        var commands = new Commands<>(platform.database(), ledger.groupCommit(), operation, platform.clock());
        var deliveries = modules.get(WebhookModule.class).deliveries();
        var payins = new Payins(
                platform.database(),
                new TransactionReads<>(
                        platform.database(),
                        merchants.currencies(),
                        Payin.OBJECT_TYPE,
                        PayinStore::find,
                        PayinStore::list,
                        PayinStore.SEARCH.and(new PaidElsewhere(slips))),
                new TransactionHistory(platform.database(), ledger.ledger(), deliveries::timeline),
                deliveries,
                slips.and(consents).and(suspense),
                new PayinMatches(offers, slips, storage, commands),
                new PayinCreation(
                        merchants.policies(),
                        creation,
                        modules.get(CollectionModule.class).accounts().zones(),
                        deposits,
                        offers,
                        platform.clock()),
                rules,
                storage,
                commands);
        var workItems = new WorkItemRoutes<>(
                new PayinWorkItems(
                                payins,
                                slips,
                                consents,
                                suspense,
                                payPage,
                                new StaffTimeline(new AuditLog(platform.database())))
                        .items(),
                platform.leases(),
                merchants.policies()::name,
                platform.paging());
        return new PayinModule(
                platform,
                merchants.lists(),
                crypto,
                extensions.unallocated(),
                payins,
                beside.expected(),
                new DuePayins(rules, storage, beside.fence(), platform.clock()),
                payPage,
                slips,
                consents,
                suspense,
                workItems);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new PayinRoutes(payins, platform.paging(), payPage, crypto.deposits()).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new PayinDashboardRoutes(
                                platform.database(),
                                payins,
                                expected,
                                lists,
                                payPage,
                                new AuditLog(platform.database()))
                        .endpoints());
        to.add(Kind.TRANSACTION_KINDS, new PayinTransactions(payins, slips, funds));
        to.add(Kind.ACTIVITIES, PayinOverview.ACTIVITIES);
        to.add(Kind.LISTS, ListedTable.of("payin"));
        to.add(Kind.SEARCHES, PayinOverview.SEARCH);
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, new PayinAdminRoutes(payins, workItems::row).endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/payin/operators.yaml");
        to.add(Kind.STAFF_ACTIONS, new PayinActions(payins, workItems::row).all());
        to.add(Kind.WORK, crypto.deposits().watches(new DepositPayments(payins, slips), unallocated));
        to.add(
                Kind.WORK,
                activation(platform.database()),
                release(platform.database()),
                reservations(platform.database()));
        to.add(Kind.REFERENCES, PayinStore.REFERENCES);
        to.add(Kind.AUDITS, new PayinAudit());
        to.add(Kind.AUTHENTICATED_TABLES, PayinStore.PAYINS, PayinStore.TOKENS);
    }

    /** Activates payins in the guide's vocabulary, and expires unpaid payins. */
    private Work activation(Database database) {
        return new LockedWork(
                database,
                "payins",
                "payin",
                PAUSE,
                new DueTable("payin", "payin_id", "due_at"),
                new LockedWork.Limits(500, 500),
                keys -> database.transaction(session -> due.process(session, keys)));
    }

    /** Releases the matches of unpaid payins. */
    private Work release(Database database) {
        return new LockedWork(
                database,
                "matches",
                "the match of payin",
                Duration.ofMillis(500),
                Matches.DUE,
                new LockedWork.Limits(100, 1),
                keys -> database.transaction(session -> payins.matches().releaseDue(session, keys.getFirst())) ? 1 : 0);
    }

    /** Releases the reservations of expired payins when they are due. */
    private static Work reservations(Database database) {
        return new Work.Repeated(
                "amount reservations",
                PAUSE,
                () -> database.run(session -> Reservations.releaseDue(session, RELEASE_MAX)) == RELEASE_MAX);
    }
}
