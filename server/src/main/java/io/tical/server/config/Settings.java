package io.tical.server.config;

import io.helidon.config.Config;
import io.helidon.config.ConfigException;
import io.helidon.config.ConfigSources;
import io.tical.db.DatabaseSettings;
import io.tical.server.crypto.AccountKey;
import io.tical.server.crypto.Network;
import io.tical.server.rail.RailsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of this node, in order of precedence: the {@code TICAL_*} variables, {@code application.yaml} of the
 * home or else of the working directory, and the defaults. {@link Setting} describes each.
 */
public final class Settings {
    static final String NONE = "none";
    private static final String FILE = "application.yaml";

    private final Map<Setting, String> values;
    private final RailsFile rails;

    private Settings(Map<Setting, String> values, RailsFile rails) {
        this.values = values;
        this.rails = rails;
    }

    /**
     * Reads all settings.
     *
     * @param environment the variables, as in {@link System#getenv()}
     * @throws SettingInvalid when a value is invalid
     */
    public static Settings read(Map<String, String> environment) {
        return read(environment, Path.of(""));
    }

    public static Settings read(Map<String, String> environment, Path workingDirectory) {
        var beside = file(workingDirectory.resolve(FILE));
        var home = value(environment, beside, Setting.HOME);
        var inHome = workingDirectory.resolve(home).resolve(FILE);
        var file = Files.exists(inHome) ? file(inHome) : beside;
        var values = new EnumMap<Setting, String>(Setting.class);
        for (var setting : Setting.values()) {
            values.put(setting, setting.checked(value(environment, file, setting)));
        }
        values.put(Setting.HOME, home);
        var settings = new Settings(values, rails(values, workingDirectory, environment));
        settings.check();
        return settings;
    }

    private static RailsFile rails(
            Map<Setting, String> values, Path workingDirectory, Map<String, String> environment) {
        var file = Objects.requireNonNull(values.get(Setting.RAILS));
        if (file.isEmpty()) {
            return RailsFile.NONE;
        }
        try {
            return RailsFile.read(workingDirectory.resolve(file), environment);
        } catch (RailsFile.Invalid e) {
            throw new SettingInvalid(Setting.RAILS.variable() + "=" + file + ": " + e.getMessage() + ".");
        }
    }

    private static Config file(Path file) {
        try {
            return Config.builder(ConfigSources.file(file).optional())
                    // Values are not interpolated: a password may contain a dollar sign.
                    .disableEnvironmentVariablesSource()
                    .disableSystemPropertiesSource()
                    .disableValueResolving()
                    .disableKeyResolving()
                    .build();
        } catch (ConfigException e) {
            throw new SettingInvalid(file + " is not readable YAML: " + e.getMessage());
        }
    }

    private static String value(Map<String, String> environment, Config file, Setting setting) {
        var variable = environment.get(setting.variable());
        if (variable != null && !variable.isBlank()) {
            return variable.strip();
        }
        var node = file.get(setting.key());
        if (node.isList()) {
            return String.join(",", node.asList(String.class).orElse(List.of()));
        }
        return node.isLeaf() ? node.asString().orElse("").strip() : setting.initial();
    }

    /** The value as written, or the default; empty when there is neither. */
    public String text(Setting setting) {
        return Objects.requireNonNull(values.get(setting));
    }

    public @Nullable String textOrNull(Setting setting) {
        var text = text(setting);
        return text.isEmpty() ? null : text;
    }

    public int whole(Setting setting) {
        return Integer.parseInt(text(setting));
    }

    public boolean on(Setting setting) {
        return text(setting).equals("on");
    }

    /** The entries of a list as written. */
    public List<String> list(Setting setting) {
        return entries(text(setting));
    }

    /** A duration in the setting's unit, seconds, minutes or days. */
    public Duration duration(Setting setting) {
        return Duration.of(whole(setting), setting.timeUnit());
    }

    public List<Duration> durations(Setting setting) {
        return list(setting).stream()
                .map(entry -> Duration.of(Integer.parseInt(entry), setting.timeUnit()))
                .toList();
    }

    public Path home() {
        return Path.of(text(Setting.HOME));
    }

    /** The rails of live keys; {@link RailsFile#NONE} without a file. */
    public RailsFile rails() {
        return rails;
    }

    /** The options of the database. {@code serviceSecret} is the same on every node. */
    public DatabaseSettings database(byte[] serviceSecret) {
        return new DatabaseSettings(
                home(),
                textOrNull(Setting.DATABASE_URL),
                textOrNull(Setting.DATABASE_USER),
                textOrNull(Setting.DATABASE_PASSWORD),
                serviceSecret,
                whole(Setting.DATABASE_POOL),
                list(Setting.OUTWARD_LOG).stream().map(Path::of).toList());
    }

    /**
     * IP addresses and CIDR ranges that callbacks may reach in addition to public addresses. The default is loopback
     * with the embedded PostgreSQL, so that a trial on one machine works, and otherwise none.
     */
    public List<String> webhookAllow() {
        var entries = list(Setting.WEBHOOK_ALLOW);
        if (entries.isEmpty()) {
            return text(Setting.DATABASE_URL).isEmpty() ? List.of("127.0.0.0/8", "::1") : List.of();
        }
        return entries.equals(List.of(NONE)) ? List.of() : entries;
    }

    static List<String> entries(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    /** Checks the settings against each other. */
    private void check() {
        if (isSet(Setting.DATABASE_URL) && !isSet(Setting.DATABASE_USER)) {
            throw new SettingInvalid("TICAL_DATABASE_URL requires TICAL_DATABASE_USER, the owner of that database.");
        }
        var allowed = list(Setting.WEBHOOK_ALLOW);
        if (allowed.size() > 1 && allowed.contains(NONE)) {
            throw new SettingInvalid("TICAL_WEBHOOK_ALLOW takes either none or addresses, not both.");
        }
        require(Setting.SLIP_VERIFIER, "slipok", Setting.SLIP_VERIFIER_KEY, Setting.SLIP_VERIFIER_BRANCH);
        require(Setting.SLIP_VERIFIER, "easyslip", Setting.SLIP_VERIFIER_KEY);
        require(Setting.SLIP_VERIFIER, "easyslip2", Setting.SLIP_VERIFIER_KEY);
        require(
                Setting.SLIP_VERIFIER,
                "scb",
                Setting.SLIP_VERIFIER_URL,
                Setting.SLIP_VERIFIER_KEY,
                Setting.SLIP_VERIFIER_SECRET);
        require(Setting.HOLDER_LOOKUP, "http", Setting.HOLDER_LOOKUP_URL);
        for (var network : Network.values()) {
            requireDeposits(network);
        }
        if (whole(Setting.DATABASE_POOL) <= 2 * whole(Setting.COMMIT_QUEUES)) {
            throw new SettingInvalid(
                    "TICAL_DATABASE_POOL must be larger than twice TICAL_COMMIT_QUEUES: every commit queue uses two connections.");
        }
    }

    private void requireDeposits(Network network) {
        var xpub = Setting.of(network, "XPUB");
        var url = Setting.of(network, "URL");
        var key = Setting.of(network, "KEY");
        if (isSet(xpub)) {
            try {
                AccountKey.parse(text(xpub));
            } catch (IllegalArgumentException e) {
                throw new SettingInvalid(xpub.variable() + " takes an account's xpub: " + e.getMessage() + ".");
            }
            if (!isSet(url)) {
                throw new SettingInvalid(xpub.variable() + " requires " + url.variable() + ".");
            }
        }
        if (text(url).contains("{key}") && !text(key).matches("[A-Za-z0-9._~-]+")) {
            throw new SettingInvalid(url.variable() + " contains {key}, so it requires " + key.variable()
                    + " with letters, digits and ._~- only.");
        }
    }

    private void require(Setting choice, String chosen, Setting... needed) {
        if (text(choice).equals(chosen)) {
            for (var setting : needed) {
                if (!isSet(setting)) {
                    throw new SettingInvalid(choice.variable() + "=" + chosen + " needs " + setting.variable() + ".");
                }
            }
        }
    }

    private boolean isSet(Setting setting) {
        return !text(setting).isEmpty();
    }

    /** All settings that differ from their defaults, with secrets masked. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(entry.getKey().initial()))
                .map(entry -> entry.getKey().variable() + "=" + shown(entry.getKey()))
                .collect(Collectors.joining(" "));
    }

    /** The value for display, without secrets and without the query of a URL. */
    public String shown(Setting setting) {
        var text = text(setting);
        if (setting.secret()) {
            return text.isEmpty() ? "" : "(set)";
        }
        var question = text.indexOf('?');
        return setting == Setting.DATABASE_URL && question >= 0 ? text.substring(0, question) + "?…" : text;
    }

    /** A setting has an invalid value; the service does not start. The message is one sentence for operators. */
    public static final class SettingInvalid extends RuntimeException {
        SettingInvalid(Setting setting, String value) {
            super(setting.variable() + " takes " + setting.takes() + (setting.secret() ? "" : ", not \"" + value + "\"")
                    + ".");
        }

        SettingInvalid(String message) {
            super(message);
        }
    }
}
