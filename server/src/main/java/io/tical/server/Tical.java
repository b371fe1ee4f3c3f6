package io.tical.server;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.server.access.AddressRanges;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.crypto.Deposits;
import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyRoutes;
import io.tical.server.customer.CustomerRoutes;
import io.tical.server.customer.Customers;
import io.tical.server.dashboard.AllowlistRoutes;
import io.tical.server.dashboard.CallbackRoutes;
import io.tical.server.dashboard.CurrenciesRoutes;
import io.tical.server.dashboard.CustomersRoutes;
import io.tical.server.dashboard.DashboardPages;
import io.tical.server.dashboard.DeliveryRoutes;
import io.tical.server.dashboard.KeyRoutes;
import io.tical.server.dashboard.KnownDevices;
import io.tical.server.dashboard.Member;
import io.tical.server.dashboard.OverviewRoutes;
import io.tical.server.dashboard.PayinsRoutes;
import io.tical.server.dashboard.PayoutsRoutes;
import io.tical.server.dashboard.SessionRoutes;
import io.tical.server.dashboard.Sessions;
import io.tical.server.dashboard.SignInLock;
import io.tical.server.dashboard.UserRoutes;
import io.tical.server.dashboard.Volume;
import io.tical.server.docs.Docs;
import io.tical.server.holder.HolderRoutes;
import io.tical.server.holder.Holders;
import io.tical.server.http.AddressLimits;
import io.tical.server.http.Api;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Gate;
import io.tical.server.http.HeapHealth;
import io.tical.server.http.HttpServer;
import io.tical.server.http.Observation;
import io.tical.server.http.Paging;
import io.tical.server.http.PublicApi;
import io.tical.server.http.RateLimits;
import io.tical.server.http.SessionApi;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TokenLimits;
import io.tical.server.http.wire.Limits;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.ledger.BalanceRoutes;
import io.tical.server.ledger.Balances;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.Ledger;
import io.tical.server.ledger.Sealing;
import io.tical.server.merchant.Allowlist;
import io.tical.server.merchant.ApiKeys;
import io.tical.server.merchant.Bootstrap;
import io.tical.server.merchant.CallbackEndpoints;
import io.tical.server.merchant.Configuration;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.merchant.Keyring;
import io.tical.server.merchant.MeRoutes;
import io.tical.server.merchant.Organizations;
import io.tical.server.merchant.Policies;
import io.tical.server.p2p.Offers;
import io.tical.server.payin.DepositPayments;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinRoutes;
import io.tical.server.payin.PayinWork;
import io.tical.server.payin.Payins;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.payout.PayoutRoutes;
import io.tical.server.payout.PayoutWork;
import io.tical.server.payout.Payouts;
import io.tical.server.paypage.Disclosures;
import io.tical.server.paypage.PayPageRoutes;
import io.tical.server.paypage.PayPageSite;
import io.tical.server.paypage.PayPages;
import io.tical.server.paypage.PayerSlips;
import io.tical.server.paypage.PayinPayments;
import io.tical.server.picture.PictureReader;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.Rails;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.SimulatorRail;
import io.tical.server.sandbox.TopUpRoutes;
import io.tical.server.sandbox.TopUps;
import io.tical.server.secret.Passwords;
import io.tical.server.secret.Secrets;
import io.tical.server.slip.SlipReview;
import io.tical.server.slip.SlipRoutes;
import io.tical.server.slip.SlipStorage;
import io.tical.server.slip.SlipTimeline;
import io.tical.server.slip.SlipVerificationRoutes;
import io.tical.server.slip.SlipVerifications;
import io.tical.server.slip.SlipWork;
import io.tical.server.slip.Slips;
import io.tical.server.suspense.PayoutClaims;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.SuspenseTimeline;
import io.tical.server.suspense.UnallocatedDeposits;
import io.tical.server.webhook.AddressGuard;
import io.tical.server.webhook.CallbackSender;
import io.tical.server.webhook.CallbackUrl;
import io.tical.server.webhook.Deliveries;
import io.tical.server.webhook.DeliveryWork;
import io.tical.server.webhook.Events;
import io.tical.server.webhook.Pings;
import io.tical.server.webhook.Resolver;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Scheduler;
import io.tical.server.work.Supervisor;
import io.tical.server.work.Work;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The service, put together: the database, each capability, the sockets, the workers. */
public final class Tical implements AutoCloseable {
    private static final int FORGET_ROWS_MAX = 5_000;

    private final Database database;
    private final IdempotencyRecords idempotency;
    private final Currencies currencies;
    private final Policies policies;
    private final Organizations organizations;
    private final ApiKeys apiKeys;
    private final Allowlist allowlist;
    private final Keyring keyring;
    private final GroupCommit groupCommit;
    private final Customers customers;
    private final Balances balances;
    private final TopUps topUps;
    private final CallbackSender sender;
    private final CallbackEndpoints callbackEndpoints;
    private final Deliveries deliveries;
    private final Pings pings;
    private final Payouts payouts;
    private final CollectionAccounts collectionAccounts;
    private final DepositNetworks depositNetworks;
    private final Deposits deposits;
    private final Payins payins;
    private final Suspense suspense;
    private final VerificationServices verification;
    private final SlipVerifications slipVerifications;
    private final PictureReader pictureReader;
    private final Slips slips;
    private final SlipReview slipReview;
    private final Holders holders;
    private final DashboardUsers dashboardUsers;
    private final Sessions sessions;
    private final List<Endpoint> endpoints;
    private final List<SessionEndpoint<Member>> dashboard;
    private final HttpServer server;
    private final Scheduler scheduler;
    private final Optional<Path> credentials;

    private Tical(Settings settings, Secrets secrets, Database database, boolean working) {
        this.database = database;
        idempotency = new IdempotencyRecords(database);
        var supervisor = Supervisor.ofProcess();
        var paging = new Paging(secrets.derive("cursor"));

        currencies = Currencies.shipped();
        var configuration = new Configuration(database);
        policies = new Policies(database, configuration);
        organizations = new Organizations(database, configuration, currencies);
        apiKeys = new ApiKeys(database, configuration, secrets);
        allowlist = new Allowlist(database, configuration);
        keyring = new Keyring(database, configuration, secrets);

        var ledger = new Ledger(database);
        groupCommit = new GroupCommit(database, idempotency, settings.commitQueues(), supervisor);
        var sealing = new Sealing(database, secrets.derive("seal"));
        balances = new Balances(database, id -> policies.of(id).defaultCurrency(), currencies::isHeld);
        topUps = new TopUps(groupCommit, !settings.sandboxFunding());

        customers = new Customers(database, idempotency, id -> policies.of(id).defaultCurrency(), currencies::isActive);
        var rails = new Rails(new SimulatorRail(database, settings.sandboxDispatch()), new ManualRail());
        var guard = new AddressGuard(AddressRanges.of(settings.webhookAllow()));
        sender = new CallbackSender(guard);
        callbackEndpoints = new CallbackEndpoints(
                database, secrets, url -> CallbackUrl.check(url, guard, Resolver.system()), Deliveries.queue());
        deliveries = new Deliveries(database, callbackEndpoints);
        pings = new Pings(database, callbackEndpoints, sender::post);
        var offers = new Offers(new PayoutMatching(Events::insert), settings.p2pOffer());
        payouts = new Payouts(
                database, ledger, groupCommit, deliveries, policies, currencies, rails, offers, new PayoutClaims());
        collectionAccounts = new CollectionAccounts(database, currencies);
        depositNetworks = new DepositNetworks(settings);
        deposits = new Deposits(database, depositNetworks.networks(), settings.cryptoWatch(), Clock.systemUTC());
        var slipTimeline = new SlipTimeline(database);
        payins = new Payins(
                database,
                ledger,
                groupCommit,
                deliveries,
                slipTimeline.and(new SuspenseTimeline(database)),
                slipTimeline,
                policies,
                currencies,
                deposits,
                offers,
                new Payins.Terms(settings.payinExpiry(), settings.payinRefundFee(), settings.p2pGrace()));
        suspense = new Suspense(database, groupCommit, payins);
        var payHost = new CompletableFuture<String>();
        var payPage = new PayPage(payHost::join);

        verification = new VerificationServices(settings);
        slipVerifications = new SlipVerifications(database, idempotency, verification.verifiers(), Clock.systemUTC());
        pictureReader = new PictureReader(Duration.ofSeconds(30));
        var slipStorage = SlipStorage.of(database, settings.slipDirectory());
        slips = new Slips(database, idempotency, payins, pictureReader, slipStorage);
        var payPages = new PayPages(
                new PayinPayments(payins, policies, currencies), new Disclosures(database), new PayerSlips(slips));
        slipReview = new SlipReview(database, payins, policies, slipStorage);
        holders = new Holders(
                database, verification.verifiers(), id -> policies.of(id).defaultCurrency(), Clock.systemUTC());

        endpoints = Stream.of(
                        new CurrencyRoutes(currencies.active()).endpoints(),
                        new MeRoutes(id -> policies.of(id).name()).endpoints(),
                        new BalanceRoutes(balances, Clock.systemUTC()).endpoints(),
                        new TopUpRoutes(topUps, code -> currencies.find(code).filter(c -> currencies.isActive(code)))
                                .endpoints(),
                        new CustomerRoutes(customers, paging).endpoints(),
                        new PayoutRoutes(payouts, paging).endpoints(),
                        new PayinRoutes(payins, paging, payPage, deposits).endpoints(),
                        new SlipVerificationRoutes(slipVerifications).endpoints(),
                        new SlipRoutes(slips, payPage).endpoints(),
                        new HolderRoutes(holders).endpoints())
                .flatMap(List::stream)
                .toList();

        var passwords = new Passwords();
        dashboardUsers = new DashboardUsers(database, passwords);
        var signInLock = new SignInLock(database, "dashboard");
        sessions = new Sessions(database, dashboardUsers, signInLock, new KnownDevices(secrets.derive("known-device")));
        dashboard = Stream.of(
                        new SessionRoutes(sessions, policies).endpoints(),
                        new CurrenciesRoutes(currencies).endpoints(),
                        new KeyRoutes(apiKeys).endpoints(),
                        new AllowlistRoutes(allowlist).endpoints(),
                        new CallbackRoutes(
                                        callbackEndpoints,
                                        deliveries,
                                        new Pings(database, callbackEndpoints, sender::post))
                                .endpoints(),
                        new DeliveryRoutes(deliveries, paging).endpoints(),
                        new OverviewRoutes(
                                        policies, balances, new Volume(payins, payouts), callbackEndpoints, deliveries)
                                .endpoints(),
                        new PayinsRoutes(payins, paging, payPage).endpoints(),
                        new PayoutsRoutes(payouts, paging).endpoints(),
                        new CustomersRoutes(customers, paging).endpoints(),
                        new UserRoutes(dashboardUsers, sessions).endpoints())
                .flatMap(List::stream)
                .toList();
        scheduler = new Scheduler(supervisor);
        server = open(settings, payPages);
        var addresses = addresses(settings);
        payHost.complete(addresses.pay());
        credentials = new Bootstrap(
                        database,
                        configuration,
                        secrets,
                        passwords,
                        organizations,
                        apiKeys,
                        callbackEndpoints,
                        collectionAccounts::addDemo)
                .run(settings.home(), addresses);
        var works = new ArrayList<Work>(deposits.watches(new DepositPayments(payins), new UnallocatedDeposits()));
        works.addAll(PayinWork.of(database, payins));
        works.addAll(List.of(
                new PayoutWork(database, payouts, rails, settings.railPolls()),
                new SlipWork(database, payins, verification.verifiers(), slipStorage, settings.slipPolls()),
                suspense.work(),
                new DeliveryWork(database, callbackEndpoints, sender::post),
                sealing(sealing),
                new Housekeeping("statistics", Duration.ofSeconds(2), () -> {
                    database.analyzeGrown();
                    return false;
                }),
                forgetting(
                        "idempotency",
                        () -> idempotency.forget(Instant.now().minus(settings.idempotency()), FORGET_ROWS_MAX)),
                forgetting("slip verifications", () -> slipVerifications.forget(FORGET_ROWS_MAX)),
                forgetting("account holders", () -> holders.forget(FORGET_ROWS_MAX)),
                forgetting("offers", () -> Offers.forget(database, FORGET_ROWS_MAX)),
                forgetting("sessions", () -> sessions.forget(FORGET_ROWS_MAX)),
                forgetting("sign-in failures", () -> signInLock.forget(FORGET_ROWS_MAX)),
                deliveries.housekeeping()));
        scheduler.start(working ? works : List.of());
    }

    /** Starts everything; when this returns, all sockets listen. */
    public static Tical start(Settings settings) {
        return start(settings, true);
    }

    /** Starts a node that answers requests and leaves all background work to others. */
    static Tical startWithoutWork(Settings settings) {
        return start(settings, false);
    }

    /** Starts everything on so few connections to the database as the settings do not allow: whatever needs two stands still. */
    static Tical start(Settings settings, int connections) {
        return start(settings, true, connections);
    }

    private static Tical start(Settings settings, boolean working) {
        return start(settings, working, settings.databasePool());
    }

    private static Tical start(Settings settings, boolean working, int connections) {
        var secrets = Secrets.load(settings.text(Setting.MASTER_KEY), settings.home());
        var database =
                Databases.open(settings.database(secrets.derive("service-role")).withPoolSize(connections));
        try {
            return new Tical(settings, secrets, database, working);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private HttpServer open(Settings settings, PayPages payPages) {
        var sources = new SourceAddress(settings.trustedProxies());
        var uploads = settings.home().resolve("uploads");
        var rates = new RateLimits(settings.rateLimitTest(), settings.rateLimitLive(), settings.rateLimitVerify());
        var gate = new Gate(keyring, sources, rates);
        var api = new Api(gate, idempotency, endpoints, uploads);
        var signIns = new AddressLimits(settings.rateLimitSignIn());
        var dashboardApi = new SessionApi<>(SessionRoutes.COOKIE, sessions, sources, signIns, dashboard);
        var payers = new PublicApi(sources, new TokenLimits(settings.rateLimitPay(), payPages::opens), uploads);
        return HttpServer.start(
                new HttpServer.Socket(settings.bind(), settings.apiPort(), routes -> {
                    HttpServer.mount(routes, api);
                    HttpServer.mount(routes, "/api", dashboardApi);
                    Docs.register(routes);
                    DashboardPages.site().mount(routes);
                }),
                new HttpServer.Socket(settings.bind(), settings.payPort(), routes -> {
                    payers.mount(routes, "/pay-api", new PayPageRoutes(payPages).endpoints());
                    payers.mount(routes, new PayPageSite(payPages).pages());
                }),
                new HttpServer.Socket(settings.adminBind(), settings.adminPort(), routes -> {}),
                List.of(
                        Observation.check("database", database::answers),
                        Observation.check("background work", () -> stalledWork().isEmpty()),
                        HeapHealth.ofThisProcess()),
                Limits.ofProcess(sources::isProxy, SourceAddress::network));
    }

    private Bootstrap.Addresses addresses(Settings settings) {
        var ports = server.ports();
        var payUrl = settings.payUrl();
        return new Bootstrap.Addresses(
                loopback(ports.api()), payUrl == null ? loopback(ports.pay()) : payUrl, loopback(ports.admin()));
    }

    private static String loopback(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static Work sealing(Sealing sealing) {
        return new Housekeeping(
                "sealing", Duration.ofSeconds(2), () -> sealing.runOnce() >= Sealing.SEAL_TRANSFERS_MAX);
    }

    /** @param forget forgets so many rows at most, and answers how many */
    private static Work forgetting(String name, LongSupplier forget) {
        return new Housekeeping(name, Duration.ofMinutes(10), () -> forget.getAsLong() == FORGET_ROWS_MAX);
    }

    /** Where it listens. */
    public HttpServer.Ports ports() {
        return server.ports();
    }

    /** Where the keys and passwords of the demo organization are, when this start made it. */
    public Optional<Path> credentials() {
        return credentials;
    }

    /** Every operation of the merchants' API. */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** Every operation of the dashboard's surface. */
    public List<SessionEndpoint<Member>> dashboard() {
        return dashboard;
    }

    public DashboardUsers dashboardUsers() {
        return dashboardUsers;
    }

    public Sessions sessions() {
        return sessions;
    }

    public Database database() {
        return database;
    }

    public Organizations organizations() {
        return organizations;
    }

    public ApiKeys apiKeys() {
        return apiKeys;
    }

    public Allowlist allowlist() {
        return allowlist;
    }

    public GroupCommit groupCommit() {
        return groupCommit;
    }

    public CallbackEndpoints callbackEndpoints() {
        return callbackEndpoints;
    }

    public Pings pings() {
        return pings;
    }

    public Deliveries deliveries() {
        return deliveries;
    }

    public Suspense suspense() {
        return suspense;
    }

    public Payouts payouts() {
        return payouts;
    }

    public Deposits deposits() {
        return deposits;
    }

    public Payins payins() {
        return payins;
    }

    public CollectionAccounts collectionAccounts() {
        return collectionAccounts;
    }

    /** What the simulated verification services of this node answer. */
    public SimulatorAnswers simulatorAnswers() {
        return verification.simulator();
    }

    public Slips slips() {
        return slips;
    }

    /** What finance does with slips. */
    public SlipReview slipReview() {
        return slipReview;
    }

    public SlipVerifications slipVerifications() {
        return slipVerifications;
    }

    public Holders holders() {
        return holders;
    }

    /** The background work that completes no round any more; empty when all is well. */
    public List<String> stalledWork() {
        return scheduler.stalled();
    }

    /** Answers what has come in, ends the work that runs, and stops the embedded database. */
    @Override
    public void close() {
        server.close();
        depositNetworks.close();
        scheduler.close();
        pictureReader.close();
        sender.close();
        verification.close();
        groupCommit.close();
        database.close();
    }
}
