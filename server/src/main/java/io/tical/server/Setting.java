package io.tical.server;

import io.tical.server.http.AddressRanges;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Everything that can be set, in the order in which people read it: its default, its unit, what it takes and why one would
 * change it. The documentation and {@code doctor} print this list.
 *
 * <p>In {@code application.yaml} a setting is written as its {@link #key}, for example {@code api-port}; the variable, for
 * example {@code TICAL_API_PORT}, wins over it. A list is written with commas, or in YAML as a list.
 */
public enum Setting {
    HOME(".tical", "folder", Form.text(), "Where the embedded database, the master key and credentials.json live."),
    API_PORT("8080", "port", Form.port(), "Merchants' API and dashboard."),
    PAY_PORT("8081", "port", Form.port(), "Payers' pages."),
    ADMIN_PORT("8082", "port", Form.port(), "Operators' console, health and metrics."),
    BIND("0.0.0.0", "address", Form.address(), "Where the api and pay sockets listen; 127.0.0.1 behind a local proxy."),
    ADMIN_BIND(
            "127.0.0.1",
            "address",
            Form.address(),
            "Where the admin socket listens; open it only to a network of operators."),
    DATABASE_URL(
            "",
            "JDBC address",
            Form.optional(
                    "jdbc:postgresql://host:port/name",
                    text -> text.matches("jdbc:postgresql://[^/?]+/[^/?]+(\\?.*)?")),
            "An external PostgreSQL 15 or later; unset, PostgreSQL 18 is embedded in the home."),
    DATABASE_USER("", "name", Form.text(), "The external database's owner, who migrates it."),
    DATABASE_PASSWORD("", "secret", Form.text(), "That owner's password."),
    DATABASE_POOL(
            "12",
            "connections",
            Form.whole(3, 500),
            "Connections of this node; about three a processor of the database server, over all nodes."),
    MASTER_KEY(
            "",
            "secret",
            Form.optional("32 bytes in base64", Setting::keyOf32Bytes),
            "Protects stored secrets; all nodes of one database need the same. Unset, it is made once and kept in the home."),
    RATE_LIMIT_TEST("25", "requests/s", Form.whole(0, 1_000_000), "For each merchant's test keys; 0 is off."),
    RATE_LIMIT_LIVE("100", "requests/s", Form.whole(0, 1_000_000), "For each merchant's live keys; 0 is off."),
    RATE_LIMIT_PAY("60", "requests/min", Form.whole(0, 1_000_000), "For each payer's address; 0 is off."),
    RATE_LIMIT_SIGN_IN("30", "requests/min", Form.whole(0, 1_000_000), "Sign-ins from each address; 0 is off."),
    RATE_LIMIT_VERIFY(
            "5",
            "requests/s",
            Form.whole(0, 1_000_000),
            "For each merchant's slip and holder verifications, which cost money upstream; 0 is off."),
    SANDBOX_DISPATCH_SECONDS(
            "30",
            "s",
            Form.whole(0, 86_400),
            "How long a test payout can be cancelled or confirmed before the simulator sends it."),
    SANDBOX_FUNDING("on", "on|off", Form.onOff(), "Whether test wallets can be topped up; off answers 503."),
    RAIL_POLL_SECONDS(
            "300,3600,86400",
            "s",
            Form.list("1 to 10 whole numbers from 1 to 604800", 1, 10, entry -> whole(entry, 1, 604_800)),
            "When a payout without a known outcome is asked about, before people decide."),
    TRUSTED_PROXIES(
            "",
            "addresses",
            Form.list(
                    "IP addresses or CIDR ranges",
                    0,
                    1_000,
                    entry -> AddressRanges.normal(entry).isPresent()),
            "Proxies whose X-Forwarded-For is believed; nobody else's is."),
    WEBHOOK_ALLOW(
            "",
            "addresses",
            Form.list(
                    "IP addresses or CIDR ranges, or none",
                    0,
                    1_000,
                    entry -> entry.equals("none") || AddressRanges.normal(entry).isPresent()),
            "What callbacks may reach beyond the public addresses; unset, loopback with the embedded database and otherwise none."),
    IDEMPOTENCY_DAYS("30", "days", Form.whole(1, 3_650), "How long an Idempotency-Key is remembered."),
    LANES("2", "lanes", Form.whole(1, 64), "Groups of money movements that this node commits at the same time.");

    private static final String PREFIX = "TICAL_";

    private final String initial;
    private final String unit;
    private final Form form;
    private final String reason;

    Setting(String initial, String unit, Form form, String reason) {
        this.initial = initial;
        this.unit = unit;
        this.form = form;
        this.reason = reason;
    }

    /** The environment variable. */
    public String variable() {
        return PREFIX + name();
    }

    /** The key in {@code application.yaml}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What holds unless something else is said; empty where nothing does. */
    public String initial() {
        return initial;
    }

    public String unit() {
        return unit;
    }

    /** Why one would change it. */
    public String reason() {
        return reason;
    }

    /** What may be written, as a phrase that follows "takes". */
    public String takes() {
        return form.takes();
    }

    /** Whether the value must never be shown. */
    public boolean secret() {
        return unit.equals("secret");
    }

    /**
     * The value, if it is one.
     *
     * @throws SettingInvalid naming the setting and what it takes
     */
    String checked(String value) {
        if (form.accepts().test(value)) {
            return value;
        }
        throw new SettingInvalid(this, value);
    }

    /** The setting of an environment variable. */
    public static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values())
                .filter(setting -> setting.variable().equals(variable))
                .findFirst();
    }

    private record Form(String takes, Predicate<String> accepts) {
        static Form text() {
            return new Form("text", text -> true);
        }

        static Form optional(String takes, Predicate<String> accepts) {
            return new Form(takes, text -> text.isEmpty() || accepts.test(text));
        }

        static Form whole(int min, int max) {
            return new Form("a whole number from " + min + " to " + max, text -> Setting.whole(text, min, max));
        }

        static Form port() {
            return new Form("a port from 0 to 65535, 0 for any free one", text -> Setting.whole(text, 0, 65_535));
        }

        static Form onOff() {
            return new Form("on or off", text -> text.equals("on") || text.equals("off"));
        }

        static Form address() {
            return new Form("an IP address of this machine, or localhost", Setting::address);
        }

        static Form list(String takes, int entriesMin, int entriesMax, Predicate<String> accepts) {
            return new Form(takes + ", separated by commas", text -> {
                var entries = Settings.entries(text);
                return entries.size() >= entriesMin
                        && entries.size() <= entriesMax
                        && entries.stream().allMatch(accepts);
            });
        }
    }

    private static boolean whole(String text, int min, int max) {
        return text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max;
    }

    private static boolean address(String text) {
        if (text.equals("localhost")) {
            return true;
        }
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean keyOf32Bytes(String text) {
        try {
            return Base64.getDecoder().decode(text).length == 32;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
