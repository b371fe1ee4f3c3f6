package io.tical.server;

import io.tical.server.admin.AdminModule;
import io.tical.server.admin.OperatorModule;
import io.tical.server.bank.AccountDays;
import io.tical.server.bank.BankModule;
import io.tical.server.bankday.BankDayModule;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.CollectionModule;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.customer.CustomerModule;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.decision.DecisionModule;
import io.tical.server.decision.Independence;
import io.tical.server.docs.DocsModule;
import io.tical.server.holder.HolderModule;
import io.tical.server.interorg.OrganizationTransferModule;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.limit.LimitModule;
import io.tical.server.lost.LostModule;
import io.tical.server.merchant.Bootstrap;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.node.Node;
import io.tical.server.outcome.OutcomeModule;
import io.tical.server.outward.OutwardModule;
import io.tical.server.p2p.P2pModule;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinModule;
import io.tical.server.paymentfile.PaymentFileModule;
import io.tical.server.payout.PayoutModule;
import io.tical.server.paypage.Disclosures;
import io.tical.server.paypage.PayPageModule;
import io.tical.server.rail.HeadsReceiver;
import io.tical.server.rail.RailModule;
import io.tical.server.rate.RateModule;
import io.tical.server.rehearsal.RehearsalModule;
import io.tical.server.sandbox.SandboxModule;
import io.tical.server.session.Passwords;
import io.tical.server.settlement.SettlementModule;
import io.tical.server.settlement.Settlements;
import io.tical.server.slip.ClaimedTransfers;
import io.tical.server.slip.SlipModule;
import io.tical.server.slip.SlipTimeline;
import io.tical.server.staff.StaffModule;
import io.tical.server.staff.StaffSessions;
import io.tical.server.statement.StatementModule;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.SuspenseModule;
import io.tical.server.suspense.SuspenseOfPayins;
import io.tical.server.ticket.TicketModule;
import io.tical.server.treasury.TreasuryModule;
import io.tical.server.webhook.WebhookModule;
import java.util.function.Function;

/** The service: the list of its modules, and how it starts. */
public final class Tical {
    private Tical() {}

    /** Starts everything; when this returns, all sockets accept connections. */
    public static Node start(Settings settings) {
        var options = new Options(settings);
        return start(options, options.connections(), true, new Passwords());
    }

    /**
     * Starts a node.
     *
     * @param connections to the database; tests run with fewer than the settings allow
     * @param working whether it does background work
     * @param passwords tests hash at a lower cost
     */
    static Node start(Options options, int connections, boolean working, Passwords passwords) {
        return new Node(
                options,
                connections,
                working,
                (platform, addresses) -> modules(platform, options, addresses, passwords));
    }

    /** Audits the database of these settings with the audits of all modules, also while a service uses it. */
    public static <T> T audit(Settings settings, Function<Audit, T> use) {
        return withModules(settings, "tical audit", modules -> use.apply(modules.audit()));
    }

    /** The operators of the database of these settings, also while a service uses it. */
    public static <T> T operators(Settings settings, Function<StaffSessions, T> use) {
        return withModules(
                settings,
                "tical operator",
                modules -> use.apply(modules.get(StaffModule.class).directory()));
    }

    /** Uses the modules on the database of these settings, also while a service uses it. */
    public static <T> T withModules(Settings settings, String name, Function<Modules, T> use) {
        var options = new Options(settings);
        return Node.withModules(
                options, name, (platform, addresses) -> modules(platform, options, addresses, new Passwords()), use);
    }

    /** The modules, each after those that it uses. They start no work and open no socket. */
    static Modules modules(Platform platform, Options options, Bootstrap.Addresses addresses, Passwords passwords) {
        return new Modules(platform)
                .add(CurrencyModule::of)
                .add(modules -> MerchantModule.of(modules, passwords))
                .add(modules -> StaffModule.of(modules, passwords, Independence::isOnePerson))
                .add(modules -> LedgerModule.of(
                        modules,
                        modules.get(MerchantModule.class)::defaultCurrency,
                        HeadsReceiver::new,
                        options.ledger()))
                .add(CustomerModule::of)
                .add(modules -> TreasuryModule.of(modules, Settlements::openTo))
                .add(OrganizationTransferModule::of)
                .add(modules -> OutwardModule.of(modules, options.outward()))
                .add(LostModule::of)
                .add(modules -> RailModule.of(modules, options.rails()))
                .add(SandboxModule::of)
                .add(modules -> WebhookModule.of(modules, options.callbackRanges(), options.callbackSources()))
                .add(modules -> CryptoModule.of(modules, options.deposits()))
                .add(RateModule::of)
                .add(LimitModule::of)
                .add(modules -> CollectionModule.of(
                        modules, options.accountChangeWait(), options.bankZone(), AccountDays::rezone))
                .add(modules -> P2pModule.of(modules, options.offerPeriod()))
                .add(modules -> PayoutModule.of(
                        modules,
                        modules.get(P2pModule.class).offers(),
                        Suspense::claim,
                        BankModule::returned,
                        new ClaimedTransfers(),
                        options.railPolls()))
                .add(modules -> SettlementModule.of(
                        modules, Suspense::claim, BankModule::returned, new ClaimedTransfers(), options.railPolls()))
                .add(OutcomeModule::of)
                .add(modules -> PayinModule.of(
                        modules,
                        new PayinModule.Extensions(
                                SlipTimeline::new,
                                shared -> new Disclosures(shared.database(), shared.clock()),
                                SuspenseOfPayins::new,
                                Suspense::left,
                                shared -> BankModule.expected(shared, new AccountZones(options.bankZone()))),
                        new PayPage(addresses.pay()),
                        options.payins()))
                .add(SuspenseModule::of)
                .add(modules -> SlipModule.of(modules, options.slips()))
                .add(PaymentFileModule::of)
                .add(modules -> BankModule.of(modules, options.bank(), BankDayModule::ledger))
                .add(RehearsalModule::of)
                .add(BankDayModule::of)
                .add(modules -> HolderModule.of(modules, options.holders()))
                .add(TicketModule::of)
                .add(PayPageModule::of)
                .add(StatementModule::of)
                .add(DashboardModule::of)
                .add(OperatorModule::of)
                .add(modules -> DecisionModule.of(
                        modules,
                        modules.get(MerchantModule.class)::fourEyesThreshold,
                        modules.get(MerchantModule.class).organizations()::name,
                        key -> modules.get(OutwardModule.class).fence().tookUp(key)
                                || modules.get(PayoutModule.class).payouts().isHeld(key)))
                .add(AdminModule::of)
                .add(modules -> DocsModule.of(modules, options.sources(), options.callbackSources()));
    }
}
