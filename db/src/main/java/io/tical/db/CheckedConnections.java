package io.tical.db;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Opens connections that may be used: to a server that accepts writes, on no older timeline than this node has seen. The hosts of the address
 * are tried in their order, after the one that was last good. Each new connection is checked, because a name, a virtual address or a list of
 * hosts may lead to another server than before.
 *
 * <p>When a server is refused, or a connection leads to another server than before, the open connections that may lead to a server of the
 * past are cut off.
 */
final class CheckedConnections implements DataSource {
    /** {@code jdbc:postgresql://one,two/name?options}, in three parts. */
    private static final Pattern ADDRESS = Pattern.compile("(jdbc:postgresql://)([^/?]*)(.*)", Pattern.DOTALL);

    private static final String STATE = """
            SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
                   0 AS system, 0 AS timeline, '' AS started
            """;

    /**
     * The timeline is that of the current position: after a promotion, the control file has the earlier one until the next checkpoint has
     * ended. PostgreSQL permits the functions to every role.
     */
    private static final String STATE_AND_IDENTITY = """
            SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
                   (SELECT system_identifier FROM pg_control_system()) AS system,
                   CASE WHEN pg_is_in_recovery() THEN 0
                        ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END AS timeline,
                   extract(epoch FROM pg_postmaster_start_time())::text AS started
            """;

    private static final String STANDBY =
            "it is a standby, which accepts no writes. Promote it, or let the address lead to the primary";
    private static final String READ_ONLY =
            "it is read-only by its setting default_transaction_read_only. Turn the setting off, or let the address lead to"
                    + " the primary";
    /** Between attempts to connect: at first, and at most. */
    private static final int PAUSE_MS = 10;

    private static final int PAUSE_MAX_MS = 200;
    private static final int LOGIN_TIMEOUT_S = 3;
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(CheckedConnections.class);

    private final Login login;
    private final Properties properties;
    private final List<String> hosts;
    private final SeenTimeline seen;
    private final Shared shared;
    private volatile BooleanSupplier retrying = () -> false;

    /** What connections with different properties have in common. */
    private static final class Shared {
        final Set<Opened> opened = ConcurrentHashMap.newKeySet();
        /** The index of the host that was last good. */
        volatile int good;
        /** The last refusal in the log. */
        volatile String logged = "";

        /** Whether it is in the log that the server does not tell its timeline. */
        volatile boolean untold;

        volatile Runnable onCut = () -> {};
    }

    /** A connection that was handed out. */
    private record Opened(Connection connection, int host, DatabaseIdentity identity, String started) {}

    /**
     * The state of a server.
     *
     * @param started when its process was started; empty if it does not tell its identity
     */
    private record Answer(String refusal, DatabaseIdentity identity, String started) {}

    /** @param properties of the driver */
    CheckedConnections(Login login, Properties properties, SeenTimeline seen) {
        this(login, properties, seen, new Shared());
    }

    private CheckedConnections(Login login, Properties properties, SeenTimeline seen, Shared shared) {
        this.login = login;
        this.shared = shared;
        this.properties = new Properties();
        this.properties.putAll(properties);
        this.properties.setProperty("user", login.user());
        this.properties.setProperty("password", login.password());
        this.hosts = hosts(login.url());
        this.seen = seen;
    }

    /** Connections with other properties. They are cut off together with these, and find the good host together. */
    CheckedConnections with(Properties other) {
        return new CheckedConnections(login, other, seen, shared);
    }

    /** The addresses of the single hosts of an address. */
    static List<String> hosts(String url) {
        var parts = ADDRESS.matcher(url);
        if (!parts.matches()) {
            return List.of(url);
        }
        var hosts = new ArrayList<String>();
        for (var host : parts.group(2).split(",", -1)) {
            hosts.add(parts.group(1) + host + parts.group(3));
        }
        return hosts;
    }

    Login login() {
        return login;
    }

    SeenTimeline seen() {
        return seen;
    }

    /** What also happens when connections are cut off: a pool gives up those that it has. */
    void onCut(Runnable run) {
        shared.onCut = run;
    }

    /** @param whether while it is true, {@link #getConnection()} tries again until it succeeds, so that a pool need not */
    void retryWhile(BooleanSupplier whether) {
        retrying = whether;
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (int pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
            try {
                return open();
            } catch (SQLException failure) {
                if (!retrying.getAsBoolean()) {
                    throw failure;
                }
                LOG.debug("no connection; trying again", failure);
                pause(pauseMs, failure);
            }
        }
    }

    private static void pause(int ms, SQLException failure) throws SQLException {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /**
     * Opens a connection to the first host that may be used.
     *
     * @throws SQLException with state 08001 and the reasons, if none may
     */
    Connection open() throws SQLException {
        var reasons = new ArrayList<String>();
        SQLException last = null;
        var first = shared.good;
        for (int at = 0; at < hosts.size(); at++) {
            var host = (first + at) % hosts.size();
            try {
                var connection = open(host);
                shared.good = host;
                shared.logged = "";
                return connection;
            } catch (SQLException failure) {
                reasons.add(hosts.get(host).replaceFirst("\\?.*", "") + ": " + failure.getMessage());
                last = failure;
            }
        }
        throw new SQLException(String.join("; ", reasons), "08001", last);
    }

    private Connection open(int host) throws SQLException {
        var connection = DriverManager.getConnection(hosts.get(host), properties);
        try {
            var answer = ask(connection);
            if (!answer.refusal().isEmpty()) {
                throw refused(host, answer.refusal());
            }
            shared.opened.removeIf(one -> isClosed(one.connection()));
            // Before it is accepted, so that it is cut off if another thread sees a newer timeline meanwhile.
            shared.opened.add(new Opened(connection, host, answer.identity(), answer.started()));
            seen.accept(answer.identity());
            // A copy of the database that took its place can have the same identity.
            cut(one ->
                    !one.identity().equals(answer.identity()) || !one.started().equals(answer.started()));
            return connection;
        } catch (SeenTimeline.Older older) {
            connection.close();
            throw refused(host, String.valueOf(older.getMessage()));
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    private SQLException refused(int host, String reason) {
        var message = hosts.get(host).replaceFirst("\\?.*", "") + " is refused: " + reason;
        if (!message.equals(shared.logged)) {
            shared.logged = message;
            LOG.error("The database at {}", message);
        }
        cut(one -> one.host() == host);
        return new SQLException("the server is refused: " + reason, "08001");
    }

    /** Cuts off connections, also those in use: nothing more may be committed on them. */
    private void cut(Predicate<Opened> which) {
        var any = shared.opened.removeIf(one -> {
            var cut = which.test(one);
            if (cut) {
                abort(one.connection());
            }
            return cut;
        });
        if (any) {
            shared.onCut.run();
        }
    }

    /** Cuts off all connections, because the server does not answer on them. */
    void cutAll() {
        cut(one -> true);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("a connection was closed meanwhile", e);
        }
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Whether a connection that is open still leads to a server that may be used; the reason, if not. */
    @Nullable
    String refusal(Connection connection) throws SQLException {
        var answer = ask(connection);
        if (!answer.refusal().isEmpty()) {
            return answer.refusal();
        }
        try {
            seen.accept(answer.identity());
            return null;
        } catch (SeenTimeline.Older older) {
            return older.getMessage();
        }
    }

    private Answer ask(Connection connection) throws SQLException {
        try {
            return ask(connection, STATE_AND_IDENTITY);
        } catch (SQLException e) {
            if (!SqlStates.notPermitted(e)) {
                throw e;
            }
            if (!shared.untold) {
                shared.untold = true;
                LOG.warn(
                        "The server does not tell its timeline ({}), so a primary that returns after a failover is not"
                                + " recognized. Grant the role {} EXECUTE on pg_control_system, pg_current_wal_lsn and"
                                + " pg_walfile_name",
                        e.getMessage(),
                        connection.getMetaData().getUserName());
            }
            return ask(connection, STATE);
        }
    }

    private static Answer ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return new Answer(
                    row.getBoolean("standby") ? STANDBY : row.getBoolean("read_only") ? READ_ONLY : "",
                    new DatabaseIdentity(row.getLong("system"), row.getLong("timeline")),
                    row.getString("started"));
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("all connections are of " + login.user());
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        LOG.trace("the driver's log is not used");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        LOG.trace("the driver's properties have the timeouts");
    }

    /** How long the pool waits at its end for a connection that is being opened, in seconds. */
    @Override
    public int getLoginTimeout() {
        return LOGIN_TIMEOUT_S;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the log is SLF4J's");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
