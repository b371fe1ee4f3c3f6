package io.tical.server.config;

import io.tical.server.config.Settings.SettingInvalid;
import io.tical.server.crypto.Network;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * All settings: default, unit, valid values and purpose. The documentation and {@code doctor} print them in this order.
 *
 * <p>In {@code application.yaml} a setting is written as its {@link #key}, for example {@code api-port}; the variable, for
 * example {@code TICAL_API_PORT}, wins over it. A list is written with commas, or in YAML as a list.
 */
public enum Setting {
    HOME(".tical", Form.text("folder"), "The folder of the embedded database, the master key and credentials.json."),
    API_PORT("8080", Form.port(), "The port of the merchants' API and the dashboard."),
    PAY_PORT("8081", Form.port(), "The port of the payers' pages."),
    ADMIN_PORT("8082", Form.port(), "The port of the operators' API, health and metrics."),
    BIND(
            "0.0.0.0",
            Form.address(),
            "The address on which the api and pay sockets listen; 127.0.0.1 behind a local proxy."),
    ADMIN_BIND(
            "127.0.0.1",
            Form.address(),
            "The address on which the admin socket listens; open it only to a network of operators."),
    DATABASE_URL(
            Form.optional(
                    "JDBC address",
                    "jdbc:postgresql://host:port/name",
                    text -> text.matches("jdbc:postgresql://[^/?]+/[^/?]+(\\?.*)?")),
            "An external PostgreSQL 15 or later; unset, the service runs an embedded PostgreSQL 18 in the home."),
    DATABASE_USER(Form.text("name"), "The owner of the external database; runs the migrations."),
    DATABASE_PASSWORD(Form.secret(), "That owner's password."),
    DATABASE_POOL(
            "12",
            Form.whole("connections", 3, 500),
            "Connections of this node; over all nodes, about three per processor of the database server."),
    MASTER_KEY(
            Form.optional("secret", "32 bytes in base64", Form::keyOf32Bytes),
            "Encrypts stored secrets; the same on all nodes of a database. Unset, the service generates it and stores it in the home."),
    RATE_LIMIT_TEST("25", Form.rate("requests/s"), "The limit for each merchant's test keys; 0 disables it."),
    RATE_LIMIT_LIVE("100", Form.rate("requests/s"), "The limit for each merchant's live keys; 0 disables it."),
    RATE_LIMIT_PAY(
            "120",
            Form.rate("requests/min"),
            "The limit for each pay token; 0 disables it, and also the limits of 10 slips per minute for each token and of 60 unknown tokens per minute for each address."),
    RATE_LIMIT_SIGN_IN("300", Form.rate("requests/min"), "The limit for sign-ins from each address; 0 disables it."),
    RATE_LIMIT_VERIFY(
            "5",
            Form.rate("requests/s"),
            "The limit for each merchant's slip and holder verifications, for which the provider charges; 0 disables it."),
    SANDBOX_DISPATCH_SECONDS(
            "30",
            Form.whole("s", 0, 86_400),
            "How long a test payout can be cancelled or confirmed before the simulator sends it, and how long a test settlement waits."),
    SLIP_VERIFIER(
            "off",
            Form.oneOf("service", "off", "simulator", "slipok", "easyslip", "easyslip2", "scb"),
            "The service that verifies live transfer slips; with off, operators review them and verification requests of merchants get a 503."),
    SLIP_VERIFIER_URL(
            Form.service(),
            "The address of that service with its base path; unset, its public address. Required for SCB."),
    SLIP_VERIFIER_KEY(Form.header(), "The API key of that service; at SCB the application key."),
    SLIP_VERIFIER_SECRET(Form.header(), "The application secret; only for SCB."),
    SLIP_VERIFIER_BRANCH(
            Form.optional("number", "the digits of a branch number", text -> text.matches("[0-9]{1,12}")),
            "The branch; only for SlipOK."),
    SLIP_DIRECTORY(
            Form.text("folder"), "The folder of slip pictures, shared by all nodes; unset, the database stores them."),
    SLIP_POLL_SECONDS(
            "60,120,300,600,1800,5400",
            Form.seconds(),
            "The times after the upload of a slip at which verification is retried, if the bank did not know the transfer or the verifier did not respond."),
    HOLDER_LOOKUP(
            "off",
            Form.oneOf("service", "off", "simulator", "http"),
            "The service that looks up the holders of live bank accounts; with off, requests of merchants get a 503."),
    HOLDER_LOOKUP_URL(Form.service(), "The address to which the http lookup sends its requests."),
    HOLDER_LOOKUP_TOKEN(Form.header(), "The bearer token of the http lookup; unset, none is sent."),
    HOLDER_LOOKUP_BODY(
            "{\"bankCode\":\"{bank_number}\",\"beneficiaryNo\":\"{account}\"}",
            Form.template(),
            "The body of its requests; {bank} is replaced by the bank's abbreviation, {bank_number} by its number, {account} by the account number."),
    HOLDER_LOOKUP_NAME(
            "/data/beneficiaryName,/data/accountName,/data/name,/beneficiaryName,/accountName,/name",
            Form.list(
                    "JSON pointers",
                    "JSON pointers such as /data/name",
                    1,
                    10,
                    entry -> entry.matches("(/[^/=\\s]+)+")),
            "The position of the name in its response; the first one with a text is used."),
    HOLDER_LOOKUP_UNKNOWN(
            "404",
            Form.list(
                    "conditions",
                    "HTTP statuses, or JSON pointers with a value, such as /code=1404",
                    1,
                    20,
                    entry -> Form.isWhole(entry, 200, 599) || entry.matches("(/[^/=\\s]+)+=.+")),
            "The responses that mean that the account does not exist."),
    CRYPTO_NETWORK(
            "TRC20",
            Form.oneOf("network", "TRC20", "ERC20", "BEP20"),
            "The network of a deposit whose request names none."),
    CRYPTO_WATCH_DAYS(
            "30", Form.whole("days", 1, 3_650), "How long the address of a deposit is polled after its creation."),
    TRC20_XPUB(
            Form.secret(), "The account xpub of the wallet that receives live deposits on TRON; unset disables them."),
    TRC20_URL("https://api.trongrid.io", Form.service(), "TronGrid, or a service with the same API."),
    TRC20_KEY(Form.header(), "The API key of TronGrid; unset, none is sent."),
    TRC20_CONFIRMATIONS("20", Form.whole("blocks", 1, 1_000), "The confirmations that a deposit on TRON requires."),
    TRC20_CONTRACT(
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            Form.contract(Network.TRC20),
            "The token that counts as USDT on TRON."),
    ERC20_XPUB(
            Form.secret(),
            "The account xpub of the wallet that receives live deposits on Ethereum; unset disables them."),
    ERC20_URL(Form.node(), "An Ethereum node (JSON-RPC); required for deposits on Ethereum."),
    ERC20_KEY(
            Form.header(),
            "The node's key: replaces {key} in the address, or is sent as a bearer token if the address has no {key}."),
    ERC20_CONFIRMATIONS("12", Form.whole("blocks", 1, 1_000), "The confirmations that a deposit on Ethereum requires."),
    ERC20_CONTRACT(
            "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            Form.contract(Network.ERC20),
            "The token that counts as USDT on Ethereum."),
    BEP20_XPUB(
            Form.secret(),
            "The account xpub of the wallet that receives live deposits on BNB Smart Chain; unset disables them."),
    BEP20_URL(Form.node(), "A BNB Smart Chain node (JSON-RPC); required for deposits on BNB Smart Chain."),
    BEP20_KEY(
            Form.header(),
            "The node's key: replaces {key} in the address, or is sent as a bearer token if the address has no {key}."),
    BEP20_CONFIRMATIONS(
            "15", Form.whole("blocks", 1, 1_000), "The confirmations that a deposit on BNB Smart Chain requires."),
    BEP20_CONTRACT(
            "0x55d398326f99059fF775485246999027B3197955",
            Form.contract(Network.BEP20),
            "The token that counts as USDT on BNB Smart Chain."),
    RAILS(
            Form.text("file"),
            "The JSON file of the rails of live keys and of the rules that choose among them; unset, operators make all live transfers by hand."),
    RAIL_POLL_SECONDS(
            "300,3600,86400",
            Form.seconds(),
            "The times after dispatch at which the rail is polled for a payout or a settlement without a known outcome; then operators decide."),
    TRUSTED_PROXIES(
            Form.list("addresses", "IP addresses or CIDR ranges", 0, 1_000, Form::isRange),
            "The proxies whose X-Forwarded-For is trusted."),
    WEBHOOK_ALLOW(
            Form.list(
                    "addresses",
                    "IP addresses or CIDR ranges, or none",
                    0,
                    1_000,
                    entry -> entry.equals(Settings.NONE) || Form.isRange(entry)),
            "The addresses that callbacks may reach in addition to public ones; unset, loopback with the embedded database and otherwise none."),
    WEBHOOK_SOURCES(
            Form.list("addresses", "IP addresses or CIDR ranges", 0, 100, Form::isRange),
            "The addresses from which this deployment sends callbacks, which merchants see in the dashboard and in the reference; unset, they are told to ask."),
    PAY_URL(
            Form.optional("address", "http:// or https://, a host and no / at the end", Form::publicAddress),
            "The public address of the pay socket; unset, this machine's loopback and the pay port."),
    PAYIN_EXPIRY_SECONDS("600", Form.whole("s", 1, 86_400), "How long a payin accepts a payment before it expires."),
    P2P_OFFER_SECONDS(
            "600",
            Form.whole("s", 1, 86_400),
            "How long a payout is offered for a direct match with a payer before it is sent to the bank."),
    P2P_GRACE_SECONDS(
            "900",
            Form.whole("s", 0, 86_400),
            "How long a matched payout waits for a late slip after its payin has ended."),
    ACCOUNT_CHANGE_WAIT_SECONDS(
            "3600",
            Form.whole("s", 0, 604_800),
            "How long a new or changed collection account waits after its approval before payers are led to it; meanwhile any administrator can stop it."),
    BANK_ZONE(
            "Asia/Bangkok",
            Form.zone(),
            "The time zone in which banks book whose accounts say no other one; days and times of their statements are in it."),
    BANK_INBOX(
            Form.text("folder"),
            "The folder of files of banks, such as what a client of SFTP or EBICS fetches: complete files are imported, and moved to done or failed below it; unset, none is watched."),
    BANK_API_SECRET(
            Form.secret(),
            "The secret with which a bank or an aggregator signs the entries that it notifies; unset, none are accepted."),
    PAYIN_REFUND_FEE("on", Form.onOff(), "Whether the refund of a payin includes its fee."),
    IDEMPOTENCY_DAYS("30", Form.whole("days", 1, 3_650), "How long an idempotency record is kept."),
    COMMIT_QUEUES(
            "2",
            Form.whole("queues", 1, 64),
            "Queues of commands that move money; each commits one group while it reads the next, with two connections."),
    HEADS_DIRECTORY(
            Form.text("folder"),
            "The folder in which this node notes the heads of the hash chains, on a file system that the database's machine cannot change; it must exist."),
    HEADS_URL(Form.service(), "The address to which this node posts the heads of the hash chains."),
    HEADS_SECRET(Form.secret(), "The secret that signs these posts; unset, they are not signed."),
    HEADS_MINUTES("10", Form.whole("min", 1, 1_440), "How often heads are noted, if they have changed."),
    REQUIRE_SYNC(
            "off", Form.onOff(), "Whether live money is refused while commits of the database wait for no standby."),
    OUTWARD_LOG(
            Form.list("folders", "one or two folders", 0, 2, entry -> !entry.isBlank()),
            "The folder in which this node writes down what leaves, and a second one on another disk, which must exist; unset, outward in the home."),
    OUTWARD_LOG_DAYS(
            "35",
            Form.whole("days", 1, 3_650),
            "How long that is kept: as long as the oldest backup that may be restored.");

    private final String initial;
    private final Form form;
    private final String reason;

    Setting(Form form, String reason) {
        this("", form, reason);
    }

    Setting(String initial, Form form, String reason) {
        this.initial = initial;
        this.form = form;
        this.reason = reason;
    }

    public String variable() {
        return "TICAL_" + name();
    }

    /** The key in {@code application.yaml}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The default; empty when there is none. */
    public String initial() {
        return initial;
    }

    public String unit() {
        return form.unit();
    }

    public String reason() {
        return reason;
    }

    /** The valid values, as a phrase that follows "takes". */
    public String takes() {
        return form.takes();
    }

    /** Whether the value must not be shown. */
    public boolean secret() {
        return unit().equals("secret");
    }

    /**
     * Returns the value if it is valid.
     *
     * @throws SettingInvalid when it is not
     */
    String checked(String value) {
        if (form.accepts().test(value)) {
            return value;
        }
        throw new SettingInvalid(this, value);
    }

    ChronoUnit timeUnit() {
        return switch (unit()) {
            case "s" -> ChronoUnit.SECONDS;
            case "min" -> ChronoUnit.MINUTES;
            case "days" -> ChronoUnit.DAYS;
            default -> throw new IllegalStateException(variable() + " is no time");
        };
    }

    /** A setting of one deposit network. */
    static Setting of(Network network, String name) {
        return valueOf(network.name() + "_" + name);
    }

    public static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values())
                .filter(setting -> setting.variable().equals(variable))
                .findFirst();
    }
}
