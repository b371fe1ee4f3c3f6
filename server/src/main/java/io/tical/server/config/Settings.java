package io.tical.server.config;

import io.helidon.config.Config;
import io.helidon.config.ConfigException;
import io.helidon.config.ConfigSources;
import io.helidon.config.spi.ConfigSource;
import io.tical.db.DatabaseSettings;
import io.tical.server.crypto.AccountKey;
import io.tical.server.crypto.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What this node was told: the shipped {@code application.yaml}, over it {@code application.yaml} of the home (or, where
 * that has none, of the working directory), over both the {@code TICAL_*} variables. {@link Setting} says what each means.
 */
public final class Settings {
    private static final String FILE = "application.yaml";
    private static final String NONE = "none";

    private final Map<Setting, String> values;

    private Settings(Map<Setting, String> values) {
        this.values = values;
    }

    /**
     * Reads everything once.
     *
     * @param environment the variables, as {@link System#getenv()} has them
     * @throws SettingInvalid when a value is not one
     */
    public static Settings read(Map<String, String> environment) {
        return read(environment, Path.of(""));
    }

    /** The same, with a working directory of its own. */
    public static Settings read(Map<String, String> environment, Path workingDirectory) {
        var shipped = config(ConfigSources.classpath(FILE), FILE);
        var beside = file(workingDirectory.resolve(FILE));
        var home = value(environment, List.of(beside, shipped), Setting.HOME);
        var inHome = workingDirectory.resolve(home).resolve(FILE);
        var files = List.of(Files.exists(inHome) ? file(inHome) : beside, shipped);
        var values = new EnumMap<Setting, String>(Setting.class);
        for (var setting : Setting.values()) {
            values.put(setting, setting.checked(value(environment, files, setting)));
        }
        values.put(Setting.HOME, home);
        return new Settings(values).consistent();
    }

    private static Config file(Path file) {
        return config(ConfigSources.file(file).optional(), file.toString());
    }

    private static Config config(Supplier<? extends ConfigSource> source, String name) {
        try {
            return Config.builder(source)
                    // What is read is what was written: a password may have a dollar sign.
                    .disableEnvironmentVariablesSource()
                    .disableSystemPropertiesSource()
                    .disableValueResolving()
                    .disableKeyResolving()
                    .build();
        } catch (ConfigException e) {
            throw new SettingInvalid(name + " is not readable YAML: " + e.getMessage());
        }
    }

    /** The first that says something, wholly: a list of one source is never mixed with another's. */
    private static String value(Map<String, String> environment, List<Config> files, Setting setting) {
        var variable = environment.get(setting.variable());
        if (variable != null && !variable.isBlank()) {
            return variable.strip();
        }
        for (var file : files) {
            var node = file.get(setting.key());
            if (node.isList()) {
                return String.join(",", node.asList(String.class).orElse(List.of()));
            }
            if (node.isLeaf()) {
                return node.asString().orElse("").strip();
            }
        }
        return setting.initial();
    }

    private Settings consistent() {
        if (databaseUrl() != null && text(Setting.DATABASE_USER).isEmpty()) {
            throw new SettingInvalid(
                    "TICAL_DATABASE_URL needs TICAL_DATABASE_USER beside it, the owner of that database.");
        }
        var allowed = entries(text(Setting.WEBHOOK_ALLOW));
        if (allowed.size() > 1 && allowed.contains(NONE)) {
            throw new SettingInvalid("TICAL_WEBHOOK_ALLOW takes either none or addresses, not both.");
        }
        requireWith(Setting.SLIP_VERIFIER, "slipok", Setting.SLIP_VERIFIER_KEY, Setting.SLIP_VERIFIER_BRANCH);
        requireWith(Setting.SLIP_VERIFIER, "easyslip", Setting.SLIP_VERIFIER_KEY);
        requireWith(Setting.SLIP_VERIFIER, "easyslip2", Setting.SLIP_VERIFIER_KEY);
        requireWith(
                Setting.SLIP_VERIFIER,
                "scb",
                Setting.SLIP_VERIFIER_URL,
                Setting.SLIP_VERIFIER_KEY,
                Setting.SLIP_VERIFIER_SECRET);
        requireWith(Setting.HOLDER_LOOKUP, "http", Setting.HOLDER_LOOKUP_URL);
        for (var network : Network.values()) {
            requireDeposits(network);
        }
        for (var setting : List.of(
                Setting.SLIP_VERIFIER_KEY,
                Setting.SLIP_VERIFIER_SECRET,
                Setting.HOLDER_LOOKUP_TOKEN,
                Setting.TRC20_KEY,
                Setting.ERC20_KEY,
                Setting.BEP20_KEY)) {
            // It becomes a header. What is wrong with it is not shown.
            if (!text(setting).matches("[!-~]*")) {
                throw new SettingInvalid(setting.variable() + " takes visible ASCII characters alone.");
            }
        }
        if (databasePool() <= commitQueues()) {
            throw new SettingInvalid(
                    "TICAL_DATABASE_POOL must be larger than TICAL_COMMIT_QUEUES: every commit queue holds a connection while it commits.");
        }
        return this;
    }

    private void requireDeposits(Network network) {
        var of = CryptoSettings.of(network);
        var xpub = text(of.xpub());
        if (!xpub.isEmpty()) {
            try {
                AccountKey.parse(xpub);
            } catch (IllegalArgumentException e) {
                throw new SettingInvalid(of.xpub().variable() + " takes an account's xpub: " + e.getMessage() + ".");
            }
            if (text(of.url()).isEmpty()) {
                throw new SettingInvalid(
                        of.xpub().variable() + " needs " + of.url().variable() + " beside it.");
            }
        }
        if (text(of.url()).contains("{key}") && !text(of.key()).matches("[A-Za-z0-9._~-]+")) {
            throw new SettingInvalid(of.url().variable() + " has a place for a key, so it needs "
                    + of.key().variable() + ", of letters, digits and ._~- alone.");
        }
    }

    private void requireWith(Setting choice, String chosen, Setting... needed) {
        if (text(choice).equals(chosen)) {
            for (var setting : needed) {
                if (text(setting).isEmpty()) {
                    throw new SettingInvalid(choice.variable() + "=" + chosen + " needs " + setting.variable() + ".");
                }
            }
        }
    }

    /** The value as it was written, the default where nothing was; empty where there is none. */
    public String text(Setting setting) {
        return Objects.requireNonNull(values.get(setting));
    }

    public Path home() {
        return Path.of(text(Setting.HOME));
    }

    /** 0 is any free port; the port that is listened on is known once the socket is open. */
    public int apiPort() {
        return whole(Setting.API_PORT);
    }

    public int payPort() {
        return whole(Setting.PAY_PORT);
    }

    public int adminPort() {
        return whole(Setting.ADMIN_PORT);
    }

    /** Where the api and pay sockets listen. */
    public String bind() {
        return text(Setting.BIND);
    }

    public String adminBind() {
        return text(Setting.ADMIN_BIND);
    }

    /** Null when PostgreSQL is embedded. */
    public @Nullable String databaseUrl() {
        return orNull(Setting.DATABASE_URL);
    }

    public int databasePool() {
        return whole(Setting.DATABASE_POOL);
    }

    /** How to open the database. {@code serviceSecret} is the same on every node. */
    public DatabaseSettings database(byte[] serviceSecret) {
        return new DatabaseSettings(
                home(),
                databaseUrl(),
                orNull(Setting.DATABASE_USER),
                orNull(Setting.DATABASE_PASSWORD),
                serviceSecret,
                databasePool());
    }

    /** Base64 of 32 bytes, or null when the home keeps its own. */
    public @Nullable String masterKey() {
        return orNull(Setting.MASTER_KEY);
    }

    /** Requests a second of each organization's test keys; 0 is no limit. */
    public int rateLimitTest() {
        return whole(Setting.RATE_LIMIT_TEST);
    }

    /** Requests a second of each organization's live keys; 0 is no limit. */
    public int rateLimitLive() {
        return whole(Setting.RATE_LIMIT_LIVE);
    }

    /** Requests a minute of each payer's address; 0 is no limit. */
    public int rateLimitPay() {
        return whole(Setting.RATE_LIMIT_PAY);
    }

    /** Sign-ins a minute from each address; 0 is no limit. */
    public int rateLimitSignIn() {
        return whole(Setting.RATE_LIMIT_SIGN_IN);
    }

    /** Verifications a second of each organization; 0 is no limit. */
    public int rateLimitVerify() {
        return whole(Setting.RATE_LIMIT_VERIFY);
    }

    /** How long the simulator waits before it sends a test payout. */
    public Duration sandboxDispatch() {
        return Duration.ofSeconds(whole(Setting.SANDBOX_DISPATCH_SECONDS));
    }

    public boolean sandboxFunding() {
        return text(Setting.SANDBOX_FUNDING).equals("on");
    }

    /** When a payout without a known outcome is asked about; 1 to 10 entries. */
    public List<Duration> railPolls() {
        return seconds(Setting.RAIL_POLL_SECONDS);
    }

    public List<Duration> slipPolls() {
        return seconds(Setting.SLIP_POLL_SECONDS);
    }

    private List<Duration> seconds(Setting setting) {
        return entries(text(setting)).stream()
                .map(entry -> Duration.ofSeconds(Integer.parseInt(entry)))
                .toList();
    }

    /** The entries of a list, as they were written. */
    public List<String> list(Setting setting) {
        return entries(text(setting));
    }

    /** IP addresses and CIDR ranges. */
    public List<String> trustedProxies() {
        return entries(text(Setting.TRUSTED_PROXIES));
    }

    /** Where pictures of slips are kept; null when the database keeps them. */
    public @Nullable Path slipDirectory() {
        var directory = orNull(Setting.SLIP_DIRECTORY);
        return directory == null ? null : Path.of(directory);
    }

    /**
     * IP addresses and CIDR ranges that callbacks may reach beyond the public addresses. Where nothing was said, loopback when
     * PostgreSQL is embedded, so that a trial on one machine works, and nothing when it is not.
     */
    public List<String> webhookAllow() {
        var entries = entries(text(Setting.WEBHOOK_ALLOW));
        if (entries.isEmpty()) {
            return databaseUrl() == null ? List.of("127.0.0.0/8", "::1") : List.of();
        }
        return entries.equals(List.of(NONE)) ? List.of() : entries;
    }

    /** The pay host's public address without a slash at its end; null where it is this machine's loopback. */
    public @Nullable String payUrl() {
        return orNull(Setting.PAY_URL);
    }

    /** How long after it was made the address of a deposit is looked at. */
    public Duration cryptoWatch() {
        return Duration.ofDays(whole(Setting.CRYPTO_WATCH_DAYS));
    }

    /** How long a payin is open for its payer. */
    public Duration payinExpiry() {
        return Duration.ofSeconds(whole(Setting.PAYIN_EXPIRY_SECONDS));
    }

    /** How long a payout waits for a payer who pays it directly. */
    public Duration p2pOffer() {
        return Duration.ofSeconds(whole(Setting.P2P_OFFER_SECONDS));
    }

    /** How long a matched payout waits on when its payin is over. */
    public Duration p2pGrace() {
        return Duration.ofSeconds(whole(Setting.P2P_GRACE_SECONDS));
    }

    /** Whether the refund of a payin gives its fee back too. */
    public boolean payinRefundFee() {
        return text(Setting.PAYIN_REFUND_FEE).equals("on");
    }

    public Duration idempotency() {
        return Duration.ofDays(whole(Setting.IDEMPOTENCY_DAYS));
    }

    public int commitQueues() {
        return whole(Setting.COMMIT_QUEUES);
    }

    private int whole(Setting setting) {
        return Integer.parseInt(text(setting));
    }

    private @Nullable String orNull(Setting setting) {
        var text = text(setting);
        return text.isEmpty() ? null : text;
    }

    public static List<String> entries(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    /** Every setting that differs from its default, secrets masked. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(entry.getKey().initial()))
                .map(entry -> entry.getKey().variable() + "=" + shown(entry.getKey()))
                .collect(Collectors.joining(" "));
    }

    /** The value for people to see: not of a secret, and not what follows the question mark of an address. */
    public String shown(Setting setting) {
        var text = text(setting);
        if (setting.secret()) {
            return text.isEmpty() ? "" : "(set)";
        }
        var question = text.indexOf('?');
        return setting == Setting.DATABASE_URL && question >= 0 ? text.substring(0, question) + "?…" : text;
    }
}
