package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.access.Scope;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.AuditReport;
import io.tical.server.merchant.AmountLimits;
import io.tical.server.merchant.ApiKeys;
import io.tical.server.merchant.Fee;
import io.tical.server.merchant.FeeRule;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.Limit;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.Method;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Switches;
import io.tical.server.module.Modules;
import io.tical.server.node.Node;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.Actor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A whole service on free ports of loopback, with a temporary home and a fresh database on the tests' engine. */
public final class TestService implements AutoCloseable {
    /** The service's background work. */
    public enum Work {
        RUNNING,
        OFF,
        /** On one connection to the database, which everything shares. */
        ON_ONE_CONNECTION
    }

    /** The clock of the service: rows have whole milliseconds. */
    public static final Clock CLOCK = Clock.tickMillis(ZoneOffset.UTC);

    public static final Work WITHOUT_WORK = Work.OFF;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Path home;
    private final DatabaseSettings database;
    private final Node tical;
    private final boolean ownsHome;
    private final Settings settings;
    private final OwnerStatements owner;

    private TestService(
            Path home,
            DatabaseSettings database,
            Map<String, String> settings,
            Work work,
            Passwords passwords,
            Clock clock,
            boolean ownsHome) {
        this.home = home;
        this.database = database;
        this.ownsHome = ownsHome;
        this.owner = new OwnerStatements(database);
        var environment = new HashMap<>(Map.of(
                "TICAL_HOME", home.toString(),
                "TICAL_BIND", "127.0.0.1",
                "TICAL_API_PORT", "0",
                "TICAL_PAY_PORT", "0",
                "TICAL_ADMIN_PORT", "0",
                "TICAL_RATE_LIMIT_TEST", "0",
                "TICAL_RATE_LIMIT_LIVE", "0",
                "TICAL_DATABASE_URL", database.url(),
                "TICAL_DATABASE_USER", database.user(),
                "TICAL_DATABASE_PASSWORD", database.password()));
        environment.put("TICAL_RATE_LIMIT_SIGN_IN", "0");
        environment.put("TICAL_RATE_LIMIT_PAY", "0");
        environment.put("TICAL_ACCOUNT_CHANGE_WAIT_SECONDS", "0");
        environment.putAll(settings);
        var read = Settings.read(environment);
        this.settings = read;
        var options = new Options(read, clock);
        this.tical = switch (work) {
            case RUNNING -> Tical.start(options, options.connections(), true, passwords);
            case OFF -> Tical.start(options, options.connections(), false, passwords);
            case ON_ONE_CONNECTION -> Tical.start(options, 1, true, passwords);
        };
    }

    /** At a thousandth of the service's cost: most tests sign somebody in, and few are about that. */
    public static Passwords quickPasswords() {
        return new Passwords(32, 1);
    }

    public static TestService start(Map<String, String> settings) {
        return start(settings, Work.RUNNING);
    }

    public static TestService start(Map<String, String> settings, Work work) {
        return start(settings, work, quickPasswords());
    }

    /** Which hashes passwords in its own way. */
    public static TestService start(Map<String, String> settings, Work work, Passwords passwords) {
        try {
            return new TestService(
                    Files.createTempDirectory("tical-service"),
                    TestDatabase.settings(),
                    settings,
                    work,
                    passwords,
                    CLOCK,
                    true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On this database, with a home of its own. */
    public static TestService start(DatabaseSettings database, Map<String, String> settings, Work work) {
        try {
            return new TestService(
                    Files.createTempDirectory("tical-service"),
                    database,
                    settings,
                    work,
                    quickPasswords(),
                    CLOCK,
                    true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A second node on the same database, with the same master key. */
    public TestService node(Map<String, String> settings, Work work) {
        return new TestService(home, database, settings, work, quickPasswords(), CLOCK, false);
    }

    /** A second node on the same database, whose machine has a clock of its own. */
    public TestService node(Map<String, String> settings, Clock clock) {
        return new TestService(home, database, settings, Work.RUNNING, quickPasswords(), clock, false);
    }

    /** A node in the home of another, with a database that is reached in another way. */
    public static TestService over(DatabaseSettings database, Path home) {
        return over(database, home, Map.of());
    }

    /** The same with settings. */
    public static TestService over(DatabaseSettings database, Path home, Map<String, String> settings) {
        return new TestService(home, database, settings, Work.RUNNING, quickPasswords(), CLOCK, false);
    }

    /** A service with the same home on another database, such as a restored one. It is closed first, and does not delete the home. */
    public TestService on(DatabaseSettings other, Map<String, String> settings, Work work) {
        return in(home, other, settings, work);
    }

    /** A service in this home, which it does not delete. */
    public static TestService in(Path home, DatabaseSettings database, Map<String, String> settings, Work work) {
        return new TestService(home, database, settings, work, quickPasswords(), CLOCK, false);
    }

    public RunningTical tical() {
        return new RunningTical(tical);
    }

    public Path home() {
        return home;
    }

    public DatabaseSettings database() {
        return database;
    }

    public int port() {
        return tical.ports().api();
    }

    /** The port of operators and monitors. */
    public int adminPort() {
        return tical.ports().admin();
    }

    /** A new organization with a test key that may do everything, from loopback. */
    public Merchant merchant() {
        var organization = tical().organizations().create("Shop " + NUMBERS.incrementAndGet(), "THB", "Asia/Bangkok");
        tical().allowlist().replace(organization.id(), List.of("127.0.0.1", "::1"));
        return new Merchant(port(), key(organization.id(), false), organization.id());
    }

    /** The same organization with a live key. */
    public Merchant live(Merchant merchant) {
        return new Merchant(port(), key(merchant.organizationId(), true), merchant.organizationId());
    }

    /** The same organization with a key that has only these scopes. */
    public Merchant scoped(Merchant merchant, boolean livemode, Scope... scopes) {
        var key = new ApiKeys.NewKey(livemode, "scoped", Set.of(scopes), null);
        return new Merchant(port(), key(merchant.organizationId(), key), merchant.organizationId());
    }

    /** Somebody new of this merchant, signed in to the dashboard. */
    public DashboardClient member(Merchant merchant, Member.Role role) {
        var username = role.word() + NUMBERS.incrementAndGet();
        var signIn = new SignIn(username, "the password of " + username);
        tical().dashboardUsers().create(merchant.organizationId(), signIn, role);
        var client = new DashboardClient(port(), signIn.username(), signIn.password());
        client.signIn().expect(200);
        return client;
    }

    public DashboardClient owner(Merchant merchant) {
        return member(merchant, Member.Role.OWNER);
    }

    public DashboardClient viewer(Merchant merchant) {
        return member(merchant, Member.Role.VIEWER);
    }

    /** Somebody new of the staff, signed in at the admin socket. */
    public OperatorClient operator(Operator.Role role) {
        var username = role.word() + "-" + NUMBERS.incrementAndGet();
        var signIn = new SignIn(username, "the password of " + username);
        tical().operators().create(signIn, role, Actor.COMMAND_LINE);
        return signedIn(signIn);
    }

    public String operatorId(OperatorClient operator) {
        return operatorId(operator.username());
    }

    public String operatorId(String username) {
        return tical().operators().list().stream()
                .filter(one -> one.username().equals(username))
                .findFirst()
                .orElseThrow()
                .id()
                .toString();
    }

    /** The change of a control that somebody asked for, which another administrator approves; returns the approval. */
    public Reply approved(Reply asked) {
        return operator(Operator.Role.ADMIN)
                .post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(200);
    }

    private OperatorClient signedIn(SignIn signIn) {
        var client = new OperatorClient(tical.ports().admin(), signIn.username(), signIn.password());
        client.signIn().expect(200);
        return client;
    }

    /** The file with the credentials that the first start made. */
    public Path credentials() {
        return home.resolve("credentials.json");
    }

    /** The operator that the first start made, signed in at the admin socket. */
    public OperatorClient demoOperator(Operator.Role role) {
        try {
            var told = Json.mapper().readTree(credentials().toFile());
            for (var operator : told.get("operators")) {
                if (operator.get("role").asText().equals(role.word())) {
                    return signedIn(new SignIn(
                            operator.get("username").asText(),
                            operator.get("password").asText()));
                }
            }
            throw new IllegalStateException("no " + role + " in " + told);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String key(UUID organizationId, boolean livemode) {
        return key(organizationId, ApiKeys.NewKey.full(livemode, "test"));
    }

    private String key(UUID organizationId, ApiKeys.NewKey wanted) {
        return tical().apiKeys().create(organizationId, wanted).secret();
    }

    /** A live merchant with money. Live wallets are filled by payins; here one is posted straight into the ledger. */
    public Merchant fundedLive(Merchant merchant, long amount) {
        return fundedLive(merchant, "THB", amount);
    }

    public Merchant fundedLive(Merchant merchant, String currency, long amount) {
        LiveFunds.post(tical().groupCommit(), merchant.organizationId(), currency, amount);
        return live(merchant);
    }

    public void fee(Merchant merchant, String currency, long perMille, long fixed) {
        for (var livemode : new boolean[] {false, true}) {
            tical().organizations()
                    .change(
                            merchant.organizationId(),
                            OneChange.fee(new FeeRule(livemode, currency, FeeType.PAYOUT, new Fee(perMille, fixed))));
        }
    }

    /** What a payin costs, in test and in live. */
    public void payinFee(Merchant merchant, String currency, long perMille, long fixed) {
        for (var livemode : new boolean[] {false, true}) {
            tical().organizations()
                    .change(
                            merchant.organizationId(),
                            OneChange.fee(new FeeRule(livemode, currency, FeeType.PAYIN, new Fee(perMille, fixed))));
        }
    }

    /** What a test payin may be. */
    public void payinLimit(Merchant merchant, Method method, long min, long max, List<AmountLimits.Range> maintenance) {
        tical().organizations()
                .change(
                        merchant.organizationId(),
                        OneChange.limit(
                                new Limit(false, "THB", method, min, max, 100, 200_000_000, null, maintenance)));
    }

    /** Matches the merchant's payins with payouts, and offers its payouts to payins. */
    public Merchant matching(Merchant merchant, MatchFallback fallback) {
        var organizations = tical().organizations();
        organizations.change(
                merchant.organizationId(), OneChange.channels(new Switches.Channels.Change(null, null, null, true)));
        organizations.change(merchant.organizationId(), OneChange.fallback(fallback));
        return merchant;
    }

    public void limit(Merchant merchant, String currency, long min, long max, Long dailyMax, List<long[]> maintenance) {
        tical().organizations()
                .change(
                        merchant.organizationId(),
                        OneChange.limit(new Limit(
                                false,
                                currency,
                                Method.PAYOUT,
                                100,
                                200_000_000,
                                min,
                                max,
                                dailyMax,
                                maintenance.stream()
                                        .map(range -> new AmountLimits.Range(range[0], range[1]))
                                        .toList())));
    }

    /** Lets background work look at a payout now. */
    public void makeDue(String payoutId) {
        sql("UPDATE payout SET due_at = now() WHERE payout_id = '" + UUID.fromString(payoutId) + "'");
    }

    /** Lets a payin's time be over, and background work look at it now. */
    public void expire(String payinId) {
        asService(
                "payin",
                "UPDATE payin SET due_at = now(), expires_at = now() - interval '1 second' WHERE payin_id = '"
                        + UUID.fromString(payinId) + "'");
    }

    /** Changes rows of a table as the service would, with their MACs. */
    public void asService(String table, String statement) {
        TestDatabase.asService(database, serviceDatabase(), table, statement);
    }

    /** Runs a statement as the database's owner: how tests move time. */
    public void sql(String statement) {
        OwnerStatements.Use<Integer> update = owner -> owner.executeUpdate(statement);
        if (statement.startsWith("SET ")) {
            owner.runAlone(update);
        } else {
            owner.run(update);
        }
    }

    /** A connection of the database's owner: how tests hold locks. */
    public Connection ownerConnection() throws SQLException {
        return TestDatabase.owner(database);
    }

    /** What a query counts. */
    public long count(String query) {
        return owner.run(statement -> {
            try (var rows = statement.executeQuery(query)) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    /** Whether a transaction of this service waits for a lock; the engine has other services' databases, too. */
    public boolean waitsForALock() {
        return lockWaiters() > 0;
    }

    /** The number of transactions of this service that wait for a lock. */
    public long lockWaiters() {
        return count(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()");
    }

    /** That no connection leaked: background work has one now and then, and one that leaked would stay. */
    public void requireNoConnectionInUse() {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> serviceDatabase().activeConnections() == 0);
    }

    /** The service's own access to the database. */
    public Database serviceDatabase() {
        return tical.database();
    }

    /** The audit of all modules. */
    public Audit audit() {
        return tical.modules().audit();
    }

    /** What {@code ./tical audit} finds while this service runs. */
    public AuditReport auditByCommand() {
        return Tical.audit(settings, Audit::run);
    }

    /** Uses the modules as a command does while this service runs. */
    public <T> T byCommand(Function<Modules, T> use) {
        return Tical.withModules(settings, "a command", use);
    }

    public void requireCleanAudit() {
        var finding = audit().run().finding();
        assertThat(finding == null ? "" : finding.sentence()).isEmpty();
    }

    @Override
    public void close() {
        tical.close();
        owner.close();
        if (ownsHome) {
            TestDatabase.deleteTree(home);
        }
    }
}
