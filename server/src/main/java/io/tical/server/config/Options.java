package io.tical.server.config;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.server.bank.BankModule;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.Network;
import io.tical.server.holder.HolderLookups;
import io.tical.server.http.RateLimits;
import io.tical.server.http.Sockets;
import io.tical.server.http.SourceAddress;
import io.tical.server.ledger.HeadNoting;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.Bootstrap;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.module.Surfaces;
import io.tical.server.outward.Fence;
import io.tical.server.payin.Payins;
import io.tical.server.rail.RailModule;
import io.tical.server.secret.Secrets;
import io.tical.server.slip.SlipModule;
import io.tical.server.slip.SlipVerifiers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Converts the settings to the options of the modules. */
public record Options(Settings settings, Clock clock) {
    /** With the clock of this machine, in whole milliseconds. */
    public Options(Settings settings) {
        this(settings, Clock.tickMillis(ZoneOffset.UTC));
    }

    /**
     * Opens the database of a node, which is checked from now on. The clock of the platform is the database's.
     *
     * @param connections the size of its pool
     * @param name of its connections in {@code pg_stat_activity}
     */
    public Platform openNode(int connections, String name, Resources resources) {
        var secrets = secrets();
        var database = open(secrets, connections, name, resources);
        return Platform.of(database, secrets, database.watch(clock), resources);
    }

    /** Opens the database of a command that serves nothing. */
    public Platform openCommand(String name, Resources resources) {
        var secrets = secrets();
        return Platform.of(open(secrets, connections(), name, resources), secrets, clock, resources);
    }

    private Secrets secrets() {
        return Secrets.load(settings.text(Setting.MASTER_KEY), settings.home());
    }

    private Database open(Secrets secrets, int connections, String name, Resources resources) {
        return resources.open(
                Databases.open(settings.database(secrets.derive("service-role")).withPoolSize(connections), name));
    }

    /** The connections to the database that the settings allow. */
    public int connections() {
        return settings.whole(Setting.DATABASE_POOL);
    }

    public Path home() {
        return settings.home();
    }

    /** @throws Sockets.NotOpened when a port cannot be opened */
    public Sockets openSockets() {
        return Sockets.open(
                address(Setting.BIND, Setting.API_PORT),
                address(Setting.BIND, Setting.PAY_PORT),
                address(Setting.ADMIN_BIND, Setting.ADMIN_PORT));
    }

    private Sockets.Address address(Setting host, Setting port) {
        return new Sockets.Address(settings.text(host), settings.whole(port));
    }

    public Bootstrap.Addresses addresses(Sockets.Ports ports) {
        var payUrl = settings.text(Setting.PAY_URL);
        return new Bootstrap.Addresses(
                loopback(ports.api()), payUrl.isEmpty() ? loopback(ports.pay()) : payUrl, loopback(ports.admin()));
    }

    private static String loopback(int port) {
        return "http://127.0.0.1:" + port;
    }

    public Surfaces.Options surfaces() {
        return new Surfaces.Options(
                settings.list(Setting.TRUSTED_PROXIES),
                settings.home().resolve("uploads"),
                new RateLimits(
                        settings.whole(Setting.RATE_LIMIT_TEST),
                        settings.whole(Setting.RATE_LIMIT_LIVE),
                        settings.whole(Setting.RATE_LIMIT_VERIFY)),
                settings.whole(Setting.RATE_LIMIT_PAY),
                settings.whole(Setting.RATE_LIMIT_SIGN_IN));
    }

    /** Determines the address and the host of a request. */
    public SourceAddress sources() {
        return new SourceAddress(settings.list(Setting.TRUSTED_PROXIES));
    }

    public LedgerModule.Options ledger() {
        return new LedgerModule.Options(
                settings.whole(Setting.COMMIT_QUEUES),
                settings.duration(Setting.IDEMPOTENCY_DAYS),
                settings.on(Setting.REQUIRE_SYNC),
                heads());
    }

    private HeadNoting.Options heads() {
        return new HeadNoting.Options(
                settings.text(Setting.HEADS_DIRECTORY),
                settings.text(Setting.HEADS_URL),
                settings.text(Setting.HEADS_SECRET),
                settings.duration(Setting.HEADS_MINUTES));
    }

    /** The log of what leaves. */
    public Fence.Options outward() {
        var folders = settings.list(Setting.OUTWARD_LOG);
        var inHome = folders.isEmpty();
        return new Fence.Options(
                inHome
                        ? List.of(settings.home().resolve("outward"))
                        : folders.stream().map(Path::of).toList(),
                inHome,
                settings.duration(Setting.OUTWARD_LOG_DAYS));
    }

    public Payins.Terms payins() {
        return new Payins.Terms(
                settings.duration(Setting.PAYIN_EXPIRY_SECONDS),
                settings.on(Setting.PAYIN_REFUND_FEE),
                settings.duration(Setting.P2P_GRACE_SECONDS));
    }

    /** How long a new or changed collection account waits after its approval. */
    public Duration accountChangeWait() {
        return settings.duration(Setting.ACCOUNT_CHANGE_WAIT_SECONDS);
    }

    /** The time zone in which banks book whose accounts say no other one. */
    public ZoneId bankZone() {
        return ZoneId.of(settings.text(Setting.BANK_ZONE));
    }

    /** Where files of banks come from, and how they are read. */
    public BankModule.Options bank() {
        var inbox = settings.textOrNull(Setting.BANK_INBOX);
        return new BankModule.Options(inbox == null ? null : Path.of(inbox), settings.text(Setting.BANK_API_SECRET));
    }

    /** How long a payout is offered to payers before it is sent. */
    public Duration offerPeriod() {
        return settings.duration(Setting.P2P_OFFER_SECONDS);
    }

    /** The delays after dispatch at which a rail is polled for what has no outcome. */
    public List<Duration> railPolls() {
        return settings.durations(Setting.RAIL_POLL_SECONDS);
    }

    /** The address ranges that callbacks may reach in addition to public addresses. */
    public List<String> callbackRanges() {
        return settings.webhookAllow();
    }

    /** The addresses from which callbacks come; empty if the operator has not named them. */
    public List<String> callbackSources() {
        return settings.list(Setting.WEBHOOK_SOURCES);
    }

    public SlipModule.Options slips() {
        var directory = settings.textOrNull(Setting.SLIP_DIRECTORY);
        return new SlipModule.Options(
                directory == null ? null : Path.of(directory),
                settings.durations(Setting.SLIP_POLL_SECONDS),
                new SlipVerifiers.Options(
                        settings.text(Setting.SLIP_VERIFIER),
                        settings.text(Setting.SLIP_VERIFIER_URL),
                        settings.text(Setting.SLIP_VERIFIER_KEY),
                        settings.text(Setting.SLIP_VERIFIER_SECRET),
                        settings.text(Setting.SLIP_VERIFIER_BRANCH)));
    }

    public CryptoModule.Options deposits() {
        return new CryptoModule.Options(
                settings.duration(Setting.CRYPTO_WATCH_DAYS),
                Network.valueOf(settings.text(Setting.CRYPTO_NETWORK)),
                Arrays.stream(Network.values()).collect(Collectors.toMap(network -> network, this::network)));
    }

    private CryptoModule.NetworkOptions network(Network network) {
        return new CryptoModule.NetworkOptions(
                settings.text(Setting.of(network, "XPUB")),
                settings.text(Setting.of(network, "URL")),
                settings.text(Setting.of(network, "KEY")),
                settings.whole(Setting.of(network, "CONFIRMATIONS")),
                settings.text(Setting.of(network, "CONTRACT")));
    }

    public RailModule.Options rails() {
        return new RailModule.Options(
                settings.home().resolve("simulator"),
                settings.duration(Setting.SANDBOX_DISPATCH_SECONDS),
                settings.rails());
    }

    public HolderLookups.Options holders() {
        return new HolderLookups.Options(
                settings.text(Setting.HOLDER_LOOKUP),
                settings.text(Setting.HOLDER_LOOKUP_URL),
                settings.text(Setting.HOLDER_LOOKUP_TOKEN),
                settings.text(Setting.HOLDER_LOOKUP_BODY),
                settings.list(Setting.HOLDER_LOOKUP_NAME),
                settings.list(Setting.HOLDER_LOOKUP_UNKNOWN));
    }
}
