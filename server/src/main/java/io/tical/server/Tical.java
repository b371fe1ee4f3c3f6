package io.tical.server;

import io.tical.db.Databases;
import io.tical.server.admin.AdminModule;
import io.tical.server.collection.CollectionModule;
import io.tical.server.config.Options;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.customer.CustomerModule;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.decision.DecisionModule;
import io.tical.server.decision.Leases;
import io.tical.server.docs.DocsModule;
import io.tical.server.holder.HolderModule;
import io.tical.server.http.Sockets;
import io.tical.server.http.SourceAddress;
import io.tical.server.interorg.OrganizationTransferModule;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.limit.LimitModule;
import io.tical.server.merchant.Bootstrap;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Assembly;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.module.Surfaces;
import io.tical.server.p2p.P2pModule;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinModule;
import io.tical.server.payout.PayoutModule;
import io.tical.server.paypage.PayPageModule;
import io.tical.server.rail.RailModule;
import io.tical.server.sandbox.SandboxModule;
import io.tical.server.secret.Secrets;
import io.tical.server.session.Passwords;
import io.tical.server.settlement.SettlementModule;
import io.tical.server.settlement.Settlements;
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
import io.tical.server.work.Backlogs;
import io.tical.server.work.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The service: opens the database, lists the modules, opens the sockets, starts the workers. */
public final class Tical implements AutoCloseable {
    private final Resources resources = new Resources();
    private final Assembly assembly;
    private final Sockets sockets;
    private final Scheduler scheduler;
    private final Optional<Path> credentials;

    /**
     * Starts a node.
     *
     * @param connections to the database; tests run with fewer than the settings allow
     * @param working whether it does background work
     * @param passwords tests hash at a lower cost
     */
    Tical(Settings settings, int connections, boolean working, Passwords passwords) {
        try {
            var options = new Options(settings);
            var platform = platform(settings, connections, working ? Databases.SERVICE : "tical", resources);
            sockets = resources.open(options.openSockets());
            var addresses = options.addresses(sockets.ports());

            assembly = assemble(platform, settings, addresses, passwords);
            credentials = assembly.bootstrap().get();
            scheduler = resources.open(new Scheduler(platform.supervisor()));
            var work = assembly.modules().stream()
                    .flatMap(module -> module.work().stream())
                    .toList();
            var backlogs = new Backlogs(platform.database(), work);
            resources.open(assembly.surfaces().serve(sockets, platform, scheduler, backlogs));
            scheduler.start(
                    working ? Stream.concat(work.stream(), Stream.of(backlogs)).toList() : List.of());
        } catch (RuntimeException | Error failure) {
            resources.closeAfter(failure);
            throw failure;
        }
    }

    /** Starts everything; when this returns, all sockets accept connections. */
    public static Tical start(Settings settings) {
        return new Tical(settings, settings.whole(Setting.DATABASE_POOL), true, new Passwords());
    }

    /** Audits the database of these settings with the audits of all modules, also while a service uses it. */
    public static <T> T audit(Settings settings, Function<Audit, T> use) {
        return assembled(settings, "tical audit", assembly -> use.apply(assembly.audit()));
    }

    /** The operators of the database of these settings, also while a service uses it. */
    public static <T> T operators(Settings settings, Function<StaffSessions, T> use) {
        return assembled(
                settings,
                "tical operator",
                assembly -> assembly.modules().stream()
                        .filter(StaffModule.class::isInstance)
                        .map(StaffModule.class::cast)
                        .map(staff -> use.apply(staff.directory()))
                        .findFirst()
                        .orElseThrow());
    }

    private static <T> T assembled(Settings settings, String name, Function<Assembly, T> use) {
        try (var resources = new Resources()) {
            var platform = platform(settings, settings.whole(Setting.DATABASE_POOL), name, resources);
            var addresses = new Options(settings).addresses(new Sockets.Ports(0, 0, 0));
            return use.apply(assemble(platform, settings, addresses, new Passwords()));
        }
    }

    private static Platform platform(Settings settings, int connections, String name, Resources resources) {
        var secrets = Secrets.load(settings.text(Setting.MASTER_KEY), settings.home());
        var database = resources.open(
                Databases.open(settings.database(secrets.derive("service-role")).withPoolSize(connections), name));
        return Platform.of(database, secrets, Clock.tickMillis(ZoneOffset.UTC), resources);
    }

    /** The modules, in the order in which they depend on each other. They start no work and open no socket. */
    private static Assembly assemble(
            Platform platform, Settings settings, Bootstrap.Addresses addresses, Passwords passwords) {
        var options = new Options(settings);
        var database = platform.database();
        var modules = new ArrayList<Module>();
        var currencies = add(modules, new CurrencyModule(Currencies.shipped())).currencies();
        var merchants = add(modules, MerchantModule.of(platform, currencies, passwords));
        var staff = add(modules, StaffModule.of(platform, passwords));
        var leases = new Leases(database, platform.clock());
        var ledger = add(modules, new LedgerModule(platform, merchants::defaultCurrency, currencies, options.ledger()));
        var customers = add(modules, CustomerModule.of(platform, merchants, leases));
        add(modules, TreasuryModule.of(platform, merchants, leases, Settlements::openTo));
        var transfers = add(modules, new OrganizationTransferModule(platform, merchants, ledger));
        var rails = add(modules, RailModule.of(platform, options.rails()));
        var funding = settings.on(Setting.SANDBOX_FUNDING);
        var sandbox = add(modules, new SandboxModule(ledger.groupCommit(), currencies, funding, rails.simulator()));
        var webhooks = add(modules, WebhookModule.of(platform, merchants, settings.webhookAllow()));
        var crypto = add(modules, new CryptoModule(platform, options.deposits()));
        add(modules, new LimitModule(platform, merchants, ledger, rails.rails(), crypto));
        var collection = add(modules, new CollectionModule(platform, currencies));
        var offers = add(modules, new P2pModule(platform, settings.duration(Setting.P2P_OFFER_SECONDS)))
                .offers();
        var payouts = add(
                modules,
                new PayoutModule(
                        platform,
                        merchants,
                        ledger,
                        leases,
                        webhooks,
                        rails.rails(),
                        offers,
                        Suspense::claim,
                        settings.durations(Setting.RAIL_POLL_SECONDS)));
        var settlements = add(
                modules,
                new SettlementModule(
                        platform,
                        merchants,
                        ledger,
                        leases,
                        webhooks,
                        rails.rails(),
                        Suspense::claim,
                        settings.durations(Setting.RAIL_POLL_SECONDS)));
        var extensions =
                new PayinModule.Extensions(new SlipTimeline(database), new SuspenseOfPayins(database), Suspense::left);
        var payPage = new PayPage(addresses.pay());
        var payins = add(
                modules,
                new PayinModule(
                        platform,
                        merchants,
                        ledger,
                        leases,
                        webhooks,
                        crypto,
                        offers,
                        extensions,
                        payPage,
                        options.payins()));
        add(modules, new SuspenseModule(platform, merchants, leases, ledger.groupCommit(), payins.payins()));
        var slips =
                add(modules, new SlipModule(platform, merchants, payins, rails.verifiers(), leases, options.slips()));
        add(modules, new HolderModule(platform, merchants, rails.verifiers()));
        var tickets = add(modules, TicketModule.of(platform, merchants, leases, webhooks.deliveries(), modules));
        var payPages = add(modules, new PayPageModule(platform, merchants, payins.payins(), slips.slips(), crypto));
        var statements = add(modules, StatementModule.of(platform, merchants, List.copyOf(modules)));
        var dashboard = add(
                modules,
                new DashboardModule(
                        platform,
                        merchants,
                        ledger,
                        customers,
                        webhooks,
                        payins,
                        payouts,
                        settlements,
                        transfers,
                        tickets,
                        sandbox,
                        statements,
                        slips.slips().pictures()));
        add(modules, DecisionModule.of(platform, leases, modules, merchants::fourEyesThreshold));
        add(modules, new AdminModule(platform, staff, modules));
        add(modules, new DocsModule(new SourceAddress(settings.list(Setting.TRUSTED_PROXIES))));

        var bootstrap = new Bootstrap(merchants, webhooks.callbackEndpoints(), collection.accounts()::addDemo);
        return new Assembly(
                platform,
                modules,
                () -> bootstrap.run(settings.home(), addresses),
                new Surfaces(
                        modules,
                        merchants.keyring(),
                        dashboard.sessions(),
                        staff.sessions(),
                        payPages::opens,
                        options.surfaces()));
    }

    private static <M extends Module> M add(List<Module> modules, M module) {
        modules.add(module);
        return module;
    }

    Assembly assembly() {
        return assembly;
    }

    /** The ports of the sockets. */
    public Sockets.Ports ports() {
        return sockets.ports();
    }

    /** The file with the credentials of the demo organization, if this start created it. */
    public Optional<Path> credentials() {
        return credentials;
    }

    /** The background work that has stalled. */
    List<String> stalledWork() {
        return scheduler.stalled();
    }

    /** Waits for requests in progress, ends the background work, and stops the embedded database. */
    @Override
    public void close() {
        resources.close();
    }
}
