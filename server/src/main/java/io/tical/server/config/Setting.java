package io.tical.server.config;

import io.tical.server.access.AddressRanges;
import io.tical.server.crypto.Network;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Every setting: its default, its unit, what it takes and why one would change it. The documentation and {@code doctor}
 * print this list in this order.
 *
 * <p>In {@code application.yaml} a setting is written as its {@link #key}, for example {@code api-port}; the variable, for
 * example {@code TICAL_API_PORT}, wins over it. A list is written with commas, or in YAML as a list.
 */
public enum Setting {
    HOME(".tical", "folder", Form.text(), "Where the embedded database, the master key and credentials.json live."),
    API_PORT("8080", "port", Form.port(), "Merchants' API and dashboard."),
    PAY_PORT("8081", "port", Form.port(), "Payers' pages."),
    ADMIN_PORT("8082", "port", Form.port(), "Health and metrics, for operators."),
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
            Form.optional("32 bytes in base64", Form::keyOf32Bytes),
            "Protects stored secrets; all nodes of one database need the same. Unset, it is made once and kept in the home."),
    RATE_LIMIT_TEST("25", "requests/s", Form.rate(), "For each merchant's test keys; 0 is off."),
    RATE_LIMIT_LIVE("100", "requests/s", Form.rate(), "For each merchant's live keys; 0 is off."),
    RATE_LIMIT_PAY(
            "120",
            "requests/min",
            Form.rate(),
            "For each pay token; 0 is off. Slips are limited to 10 a minute for each token, and tokens that open nothing to 60 a minute for each address; 0 switches these off too."),
    RATE_LIMIT_SIGN_IN("300", "requests/min", Form.rate(), "Sign-ins from each address; 0 is off."),
    RATE_LIMIT_VERIFY(
            "5",
            "requests/s",
            Form.rate(),
            "For each merchant's slip and holder verifications, which cost money upstream; 0 is off."),
    SANDBOX_DISPATCH_SECONDS(
            "30",
            "s",
            Form.whole(0, 86_400),
            "How long a test payout can be cancelled or confirmed before the simulator sends it."),
    SLIP_VERIFIER(
            "off",
            "service",
            Form.oneOf("off", "simulator", "slipok", "easyslip", "easyslip2", "scb"),
            "Who verifies live transfer slips; off leaves them to finance and answers 503 to merchants who ask."),
    SLIP_VERIFIER_URL(
            "",
            "address",
            Form.service(),
            "Where that service is, with its leading path; unset, its public address. SCB has none to assume."),
    SLIP_VERIFIER_KEY("", "secret", Form.text(), "The API key for it; at SCB the application key."),
    SLIP_VERIFIER_SECRET("", "secret", Form.text(), "At SCB the application secret."),
    SLIP_VERIFIER_BRANCH(
            "",
            "number",
            Form.optional("the digits of a branch number", text -> text.matches("[0-9]{1,12}")),
            "At SlipOK the branch."),
    SLIP_DIRECTORY(
            "",
            "folder",
            Form.text(),
            "Where pictures of slips are kept, one folder for all nodes; unset, in the database."),
    SLIP_POLL_SECONDS(
            "60,120,300,600,1800,5400",
            "s",
            Form.seconds(),
            "When, after its upload, a slip is asked about again whose bank was late or whose verifier did not answer."),
    HOLDER_LOOKUP(
            "off",
            "service",
            Form.oneOf("off", "simulator", "http"),
            "Who names the holders of live bank accounts; off answers 503 to merchants who ask."),
    HOLDER_LOOKUP_URL("", "address", Form.service(), "Where the http lookup posts to."),
    HOLDER_LOOKUP_TOKEN("", "secret", Form.text(), "The bearer token it asks for; unset, none is sent."),
    HOLDER_LOOKUP_BODY(
            "{\"bankCode\":\"{bank_number}\",\"beneficiaryNo\":\"{account}\"}",
            "JSON",
            Form.template(),
            "What it is sent; {bank} becomes the bank's abbreviation, {bank_number} its number, {account} the account number."),
    HOLDER_LOOKUP_NAME(
            "/data/beneficiaryName,/data/accountName,/data/name,/beneficiaryName,/accountName,/name",
            "JSON pointers",
            Form.list("JSON pointers such as /data/name", 1, 10, Form::pointer),
            "Where in its answer the name is; the first that has a text counts."),
    HOLDER_LOOKUP_UNKNOWN(
            "404",
            "signs",
            Form.list(
                    "HTTP statuses, or JSON pointers with the value that is meant, such as /code=1404",
                    1,
                    20,
                    entry -> Form.isWhole(entry, 200, 599) || Form.isFieldSign(entry)),
            "How it says that there is no such account."),
    CRYPTO_NETWORK(
            "TRC20",
            "network",
            Form.oneOf("TRC20", "ERC20", "BEP20"),
            "The network of deposits whose request names none."),
    CRYPTO_WATCH_DAYS(
            "30", "days", Form.whole(1, 3_650), "How long after it was made the address of a deposit is looked at."),
    TRC20_XPUB(
            "",
            "secret",
            Form.text(),
            "The account's xpub of the wallet that receives live deposits on TRON; unset, there are none."),
    TRC20_URL("https://api.trongrid.io", "address", Form.service(), "TronGrid, or a service that answers like it."),
    TRC20_KEY("", "secret", Form.text(), "The API key of TronGrid; unset, none is sent."),
    TRC20_CONFIRMATIONS("20", "blocks", Form.whole(1, 1_000), "How many a deposit on TRON needs."),
    TRC20_CONTRACT(
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            "address",
            Form.contract(Network.TRC20),
            "The token that counts as USDT on TRON."),
    ERC20_XPUB(
            "",
            "secret",
            Form.text(),
            "The account's xpub of the wallet that receives live deposits on Ethereum; unset, there are none."),
    ERC20_URL("", "address", Form.node(), "A node of Ethereum (JSON-RPC); deposits there need one."),
    ERC20_KEY(
            "",
            "secret",
            Form.text(),
            "The node's key: it takes the place of {key} in the address, and is a bearer token where there is none."),
    ERC20_CONFIRMATIONS("12", "blocks", Form.whole(1, 1_000), "How many a deposit on Ethereum needs."),
    ERC20_CONTRACT(
            "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            "address",
            Form.contract(Network.ERC20),
            "The token that counts as USDT on Ethereum."),
    BEP20_XPUB(
            "",
            "secret",
            Form.text(),
            "The account's xpub of the wallet that receives live deposits on BNB Smart Chain; unset, there are none."),
    BEP20_URL("", "address", Form.node(), "A node of BNB Smart Chain (JSON-RPC); deposits there need one."),
    BEP20_KEY(
            "",
            "secret",
            Form.text(),
            "The node's key: it takes the place of {key} in the address, and is a bearer token where there is none."),
    BEP20_CONFIRMATIONS("15", "blocks", Form.whole(1, 1_000), "How many a deposit on BNB Smart Chain needs."),
    BEP20_CONTRACT(
            "0x55d398326f99059fF775485246999027B3197955",
            "address",
            Form.contract(Network.BEP20),
            "The token that counts as USDT on BNB Smart Chain."),
    SANDBOX_FUNDING("on", "on|off", Form.onOff(), "Whether test wallets can be topped up; off answers 503."),
    RAIL_POLL_SECONDS(
            "300,3600,86400",
            "s",
            Form.seconds(),
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
    PAY_URL(
            "",
            "address",
            Form.optional("http:// or https://, a host and no / at the end", Form::publicAddress),
            "Where payers reach the pay socket from outside; unset, this machine's loopback and the pay port."),
    PAYIN_EXPIRY_SECONDS("600", "s", Form.whole(1, 86_400), "How long a payin is open for its payer."),
    P2P_OFFER_SECONDS(
            "600",
            "s",
            Form.whole(1, 86_400),
            "How long a payout waits for a payer who pays it directly before it is sent to the bank."),
    P2P_GRACE_SECONDS(
            "900",
            "s",
            Form.whole(0, 86_400),
            "How long a payout that was matched waits on when its payin is over, for a slip that comes late."),
    PAYIN_REFUND_FEE("on", "on|off", Form.onOff(), "Whether the refund of a payin gives its fee back too."),
    IDEMPOTENCY_DAYS("30", "days", Form.whole(1, 3_650), "How long an Idempotency-Key is remembered."),
    COMMIT_QUEUES(
            "2", "queues", Form.whole(1, 64), "Groups of money movements that this node commits at the same time.");

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

    /** The unit of a time. */
    ChronoUnit timeUnit() {
        return switch (unit) {
            case "s" -> ChronoUnit.SECONDS;
            case "days" -> ChronoUnit.DAYS;
            default -> throw new IllegalStateException(variable() + " is no time");
        };
    }

    /** A setting that every network of deposits has. */
    static Setting of(Network network, String name) {
        return valueOf(network.name() + "_" + name);
    }

    /** The setting of an environment variable. */
    public static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values())
                .filter(setting -> setting.variable().equals(variable))
                .findFirst();
    }
}
