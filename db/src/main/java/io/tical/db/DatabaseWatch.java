package io.tical.db;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks twice a second, on a connection of its own, that the node may serve: the database commits, its schema is one that this program
 * knows, and the node's clock agrees with the database's. While one of these does not hold, {@link Database} refuses all units of work at
 * once, so that requests are answered with 503 and nothing is sent.
 */
final class DatabaseWatch implements AutoCloseable {
    /** Twice as often while the node is out of service. */
    private static final Duration PERIOD = Duration.ofMillis(500);

    /** How long a check waits for the database. With the period, and as much again to answer, a request has its answer in time. */
    private static final int ANSWER_TIMEOUT_MS = DatabaseSettings.ANSWERED_WITHIN_MS - 2 * (int) PERIOD.toMillis();

    /** Rounds after which the schema and the standbys are looked at. */
    private static final int SETTINGS_ROUNDS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);

    /** A commit that is written to disk, and to a synchronous standby, though no row changes. */
    private static final String WRITE = "SELECT pg_logical_emit_message(true, 'tical', '')";

    /** For servers that do not permit it: a commit that the server need not wait for. */
    private static final String LESSER_WRITE = "SELECT pg_current_xact_id()";

    private static final String SYNCHRONOUS =
            "SELECT current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local')";

    private final CheckedConnections connections;
    private final FullDisk fullDisk;
    private final DatabaseClock clock;
    private final Migrations.Schema schema;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** When a commit last was flushed, as {@link System#nanoTime}. */
    private final AtomicLong flushedAt =
            new AtomicLong(System.nanoTime() - Duration.ofHours(1).toNanos());

    private @Nullable Connection connection;
    private String write = WRITE;
    private long rounds;
    private volatile boolean synchronous;
    private volatile String newerSchema = "";
    private volatile String unwritable = "";
    private @Nullable Thread thread;

    /**
     * @param connections of the service role, with a short timeout
     * @param own the clock of this node
     * @param schema when the database was opened
     */
    DatabaseWatch(CheckedConnections connections, FullDisk fullDisk, Clock own, Migrations.Schema schema) {
        this.connections = connections;
        this.fullDisk = fullDisk;
        this.clock = new DatabaseClock(own);
        this.schema = schema;
    }

    /** The properties of the driver for the watch's connection, from those of other connections. */
    static Properties driverProperties() {
        var properties = Login.driverProperties(ANSWER_TIMEOUT_MS / 1_000);
        properties.setProperty("connectTimeout", Integer.toString(ANSWER_TIMEOUT_MS / 1_000));
        return properties;
    }

    /** Checks once, and goes on in a thread. */
    void start() {
        round();
        thread = Thread.ofPlatform().name("database-watch").daemon().start(this::run);
    }

    /** Why the node does not serve: a sentence without its full stop, or nothing. */
    Optional<String> outOfService() {
        return trouble().or(clock::outOfService);
    }

    /** The same without the clock. */
    Optional<String> trouble() {
        return unwritable.isEmpty()
                ? Optional.of(newerSchema).filter(sentence -> !sentence.isEmpty())
                : Optional.of(unwritable);
    }

    /** Whether commits wait for a standby. */
    boolean isSynchronous() {
        return synchronous;
    }

    DatabaseClock clock() {
        return clock;
    }

    /** A commit was flushed. Neither a read nor a commit that does not wait says that the database accepts writes. */
    void flushed() {
        flushedAt.lazySet(System.nanoTime());
    }

    private void run() {
        try {
            do {
                round();
            } while (!closed.await(
                    outOfService().isEmpty() ? PERIOD.toMillis() : PERIOD.toMillis() / 2, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disconnect();
    }

    private void round() {
        try {
            check();
        } catch (RuntimeException | Error failure) {
            LOG.error("The database could not be checked, and will be again", failure);
            unwritable("The database could not be checked: " + failure);
        }
    }

    private void check() {
        var failure = attempt();
        if (failure != null && connected() && !isTimeout(failure)) {
            // The connection may have been ended for itself, such as by an administrator.
            disconnect();
            failure = attempt();
        }
        if (failure == null) {
            if (!unwritable.isEmpty()) {
                LOG.info("The database accepts writes again");
            }
            unwritable = "";
            return;
        }
        disconnect();
        if (SqlStates.diskFull(failure)) {
            fullDisk.failed("the database", failure);
            return;
        }
        if (isTimeout(failure)) {
            if (System.nanoTime() - flushedAt.get() < TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS)) {
                LOG.debug("the database commits for others", failure);
                return;
            }
            unwritable("The database has not answered a write for " + ANSWER_TIMEOUT_MS / 1_000 + " s");
            connections.cutAll();
            return;
        }
        unwritable("The database does not accept writes: " + failure.getMessage());
    }

    private void unwritable(String reason) {
        if (!reason.equals(unwritable)) {
            LOG.error("{}. Requests are answered with 503, and nothing is sent, until it does", reason);
        }
        unwritable = reason;
    }

    private boolean connected() {
        return connection != null;
    }

    /** Checks on one connection; returns why it failed. */
    private @Nullable SQLException attempt() {
        try {
            if (connection == null) {
                connection = connections.open();
                connection.setNetworkTimeout(Runnable::run, ANSWER_TIMEOUT_MS);
                clock.measure(connection, true);
            } else {
                var refusal = connections.refusal(connection);
                if (refusal != null) {
                    connections.cutAll();
                    return new SQLException(refusal, "08001");
                }
                clock.measure(connection, false);
            }
            write(connection);
            if (rounds++ % SETTINGS_ROUNDS == 0) {
                newerSchema(Migrations.otherSince(connection, schema));
                synchronous = isSynchronous(connection);
            }
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private void write(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(write);
        } catch (SQLException e) {
            if (!write.equals(WRITE) || !SqlStates.notPermitted(e)) {
                throw e;
            }
            LOG.warn(
                    "The server does not permit pg_logical_emit_message ({}), so the node does not notice at once when commits"
                            + " wait. Grant the role {} EXECUTE on it",
                    e.getMessage(),
                    connection.getMetaData().getUserName());
            write = LESSER_WRITE;
            write(connection);
        }
    }

    private static boolean isSynchronous(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(SYNCHRONOUS)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private void newerSchema(Optional<String> version) {
        var sentence = version.map(Migrations::newer).orElse("");
        if (!sentence.equals(newerSchema) && !sentence.isEmpty()) {
            LOG.error("{}. Requests are answered with 503 until then", sentence);
        }
        newerSchema = sentence;
    }

    private static boolean isTimeout(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private void disconnect() {
        var broken = connection;
        connection = null;
        if (broken != null) {
            try {
                // Not close, which would wait for a server that does not answer.
                broken.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debug("a broken connection did not close", e);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        var running = thread;
        if (running != null) {
            try {
                running.join(2L * ANSWER_TIMEOUT_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
