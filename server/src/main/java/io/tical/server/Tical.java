package io.tical.server;

import io.tical.db.Databases;
import io.tical.server.collection.CollectionModule;
import io.tical.server.config.Options;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.customer.CustomerModule;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.docs.DocsModule;
import io.tical.server.holder.HolderModule;
import io.tical.server.http.Sockets;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
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
import io.tical.server.slip.SlipModule;
import io.tical.server.slip.SlipTimeline;
import io.tical.server.suspense.PayoutClaims;
import io.tical.server.suspense.SuspenseModule;
import io.tical.server.suspense.SuspenseTimeline;
import io.tical.server.suspense.UnallocatedDeposits;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The service: opens the database, lists the modules, opens the sockets, starts the workers. */
public final class Tical implements AutoCloseable {
    private final Resources resources = new Resources();
    private final List<Module> modules = new ArrayList<>();
    private final Platform platform;
    private final Sockets sockets;
    private final Scheduler scheduler;
    private final Optional<Path> credentials;

    /**
     * Starts a node.
     *
     * @param connections to the database; tests run with fewer than the settings allow
     * @param working whether it does background work
     */
    Tical(Settings settings, int connections, boolean working) {
        try {
            var options = new Options(settings);
            var secrets = Secrets.load(settings.text(Setting.MASTER_KEY), settings.home());
            var database = resources.open(Databases.open(
                    settings.database(secrets.derive("service-role")).withPoolSize(connections)));
            platform = Platform.of(database, secrets, Clock.tickMillis(ZoneOffset.UTC), resources);
            sockets = resources.open(options.openSockets());
            var addresses = options.addresses(sockets.ports());

            var currencies = add(new CurrencyModule()).currencies();
            var merchants = add(new MerchantModule(platform, currencies));
            var ledger = add(new LedgerModule(platform, merchants::defaultCurrency, currencies, options.ledger()));
            add(new SandboxModule(ledger.groupCommit(), currencies, settings.on(Setting.SANDBOX_FUNDING)));
            var customers = add(new CustomerModule(platform, merchants));
            var rails = add(new RailModule(platform, options.rails()));
            var webhooks = add(new WebhookModule(platform, settings.webhookAllow()));
            var crypto = add(new CryptoModule(platform, options.deposits()));
            var collection = add(new CollectionModule(platform, currencies));
            var offers = add(new P2pModule(platform, options.offerPeriod())).offers();
            var payouts = add(new PayoutModule(
                    platform,
                    merchants,
                    ledger,
                    webhooks,
                    rails.rails(),
                    offers,
                    new PayoutClaims(),
                    options.payouts()));
            var extensions = new PayinModule.Extensions(
                    new SlipTimeline(database), new SuspenseTimeline(database), new UnallocatedDeposits());
            var payPage = new PayPage(addresses.pay());
            var payins = add(new PayinModule(
                    platform, merchants, ledger, webhooks, crypto, offers, extensions, payPage, options.payins()));
            add(new SuspenseModule(platform, ledger.groupCommit(), payins.payins()));
            var slips = add(new SlipModule(platform, merchants, payins, rails.verifiers(), options.slips()));
            add(new HolderModule(platform, merchants, rails.verifiers()));
            var payPages = add(new PayPageModule(platform, merchants, payins.payins(), slips.slips()));
            var dashboard = add(new DashboardModule(platform, merchants, ledger, customers, webhooks, payins, payouts));
            add(new DocsModule());

            credentials = merchants
                    .bootstrap(webhooks.callbackEndpoints(), collection.accounts()::addDemo)
                    .run(settings.home(), addresses);
            scheduler = resources.open(new Scheduler(platform.supervisor()));
            var surfaces = new Surfaces(
                    modules, merchants.keyring(), dashboard.sessions(), payPages::opens, options.surfaces());
            resources.open(surfaces.serve(sockets, platform, scheduler));
            var work = modules.stream().flatMap(module -> module.work().stream());
            scheduler.start(working ? work.toList() : List.of());
        } catch (RuntimeException | Error failure) {
            resources.closeAfter(failure);
            throw failure;
        }
    }

    /** Starts everything; when this returns, all sockets accept connections. */
    public static Tical start(Settings settings) {
        return new Tical(settings, settings.whole(Setting.DATABASE_POOL), true);
    }

    private <M extends Module> M add(M module) {
        modules.add(module);
        return module;
    }

    List<Module> modules() {
        return modules;
    }

    Platform platform() {
        return platform;
    }

    /** Where it listens. */
    public Sockets.Ports ports() {
        return sockets.ports();
    }

    /** Where the keys and passwords of the demo organization are, when this start made it. */
    public Optional<Path> credentials() {
        return credentials;
    }

    /** The background work of which no round ends any more; empty when all is well. */
    List<String> stalledWork() {
        return scheduler.stalled();
    }

    /** Answers the requests under way, ends the background work, and stops the embedded database. */
    @Override
    public void close() {
        resources.close();
    }
}
