package io.tical.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access to the database: a connection pool, Helidon's {@link DbClient} over it, and transactions.
 *
 * <p>A unit of work takes one connection at its first statement and returns it when the work ends, also after an
 * exception.
 *
 * <p>A thread holds at most one connection. Threads that hold one connection and wait for a second can deadlock when
 * the pool is exhausted, so nested units of work throw {@link IllegalStateException}.
 */
public final class Database implements AutoCloseable {
    /** Attempts of a transaction that fails with a serialization failure or a deadlock (40001, 40P01). */
    private static final int ATTEMPTS_MAX = 6;

    /** Each attempt may get another connection whose statements a migration has outdated. */
    private static final int ATTEMPTS_BESIDE_MIGRATION_MAX = 60;

    /** Tables that have at least doubled since they were analyzed. Ignores very small tables. */
    private static final String GROWN = """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
              AND pg_stat_get_live_tuples(oid) >= greatest(500, 2 * reltuples)
            """;

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final ScopedValue<Boolean> WORKING = ScopedValue.newInstance();
    private static final ScopedValue<Boolean> PATIENT = ScopedValue.newInstance();
    private static final ScopedValue<Long> CONNECTED_BY = ScopedValue.newInstance();

    private final HikariDataSource pool;
    private final DbClient client;
    private final NamedSql.Cache parsed = new NamedSql.Cache();
    private final RowMac rowMac;
    private final Journal journal = new Journal();
    private final Set<WrittenTable> written = ConcurrentHashMap.newKeySet();
    private final FullDisk fullDisk = new FullDisk();
    private final CheckedConnections connections;
    private final CheckedConnections owner;
    private final Databases.Migrated migrated;
    private final AutoCloseable engine;
    private volatile @Nullable DatabaseWatch watch;
    private volatile boolean open = true;

    /**
     * @param connections of the pool
     * @param owner connects as the owner
     */
    Database(
            HikariConfig config,
            CheckedConnections connections,
            RowMac rowMac,
            CheckedConnections owner,
            Databases.Migrated migrated,
            AutoCloseable engine) {
        this.connections = connections;
        this.migrated = migrated;
        this.pool = new HikariDataSource(config);
        // The pool waits up to 5 s before it tries again, and the connections only a moment.
        connections.retryWhile(() -> open);
        connections.onCut(() -> pool.getHikariPoolMXBean().softEvictConnections());
        this.client =
                JdbcClientBuilder.create().connectionPool(this::connection).build();
        this.rowMac = rowMac;
        this.owner = owner;
        this.engine = engine;
    }

    /**
     * Checks that this thread is not in a unit of work. Code that waits for another thread's connection must call it first.
     *
     * @throws IllegalStateException in a unit of work
     */
    public static void requireNoConnection() {
        if (WORKING.isBound()) {
            throw new IllegalStateException(
                    "this thread is in a unit of work: use its session, or call this before or after it");
        }
    }

    /**
     * Runs statements in auto-commit mode. Writes cannot be deferred.
     *
     * @throws IllegalStateException in another unit of work
     */
    public <T> T run(Function<Session, T> work) {
        return inUnit(unit -> {
            var session = unit.session();
            var result = work.apply(session);
            session.send();
            return result;
        });
    }

    /**
     * Runs the work in one transaction, commits, and returns its result. Any exception rolls the transaction back.
     * After a serialization failure or a deadlock (40001, 40P01), and when another node migrates, the work runs again, so it must have no
     * side effects outside the database.
     *
     * @throws DatabaseUnavailable if the connection broke; a commit in progress may or may not have taken effect
     * @throws IllegalStateException in another unit of work
     */
    public <T> T transaction(Function<Session, T> work) {
        RuntimeException lost = null;
        for (int attempt = 1; ; attempt++) {
            try {
                return inUnit(unit -> unit.commit(work));
            } catch (RuntimeException failure) {
                if (lost != null) {
                    failure.addSuppressed(lost);
                }
                var otherColumns = SqlStates.otherColumns(failure);
                if (!(failure instanceof UnitOfWork.Occupied || SqlStates.lostRace(failure) || otherColumns)
                        || attempt >= (otherColumns ? ATTEMPTS_BESIDE_MIGRATION_MAX : ATTEMPTS_MAX)) {
                    throw failure;
                }
                lost = failure;
                pause(Math.min(attempt, ATTEMPTS_MAX));
            }
        }
    }

    /** Runs read-only work on one snapshot of the database, with the timeouts of {@link #patiently}. */
    public <T> T snapshot(Function<Session, T> work) {
        return patiently(() -> transaction(session -> {
            session.sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    .run();
            return work.apply(session);
        }));
    }

    /**
     * Runs read-only tasks on one snapshot of the database, in order, with as much concurrency as there are processors and connections.
     * After a task fails, no further one is started.
     *
     * @param end runs after all tasks
     */
    public void snapshot(List<? extends Consumer<Session>> works, Consumer<Session> end) {
        var connections =
                Math.min(works.size(), Math.min(Runtime.getRuntime().availableProcessors(), pool.getMaximumPoolSize()));
        new ParallelSnapshot(this, works).run(connections, end);
    }

    /**
     * Runs work whose statements may take long. All other connections time out when the database does not respond for
     * {@value DatabaseSettings#SOCKET_TIMEOUT_S} s.
     */
    public static <T> T patiently(Supplier<T> work) {
        return ScopedValue.where(PATIENT, true).call(work::get);
    }

    /**
     * Runs work whose units of work wait for a connection only until a time, so that a caller who has waited before, also for one that broke,
     * does not wait as long again.
     *
     * @param nanos as {@link System#nanoTime}
     */
    public static <T> T connectedBy(long nanos, Supplier<T> work) {
        return ScopedValue.where(CONNECTED_BY, nanos).call(work::get);
    }

    private <T> T inUnit(Function<UnitOfWork, T> work) {
        requireNoConnection();
        try (var unit = new UnitOfWork(client.execute(), parsed, rowMac, journal, written)) {
            var result = ScopedValue.where(WORKING, true).call(() -> work.apply(unit));
            if (unit.wasFlushed() && watch instanceof DatabaseWatch watching) {
                watching.flushed();
            }
            return result;
        } catch (DatabaseUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (SqlStates.serverGone(e)) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            if (SqlStates.connectionLost(e)) {
                throw DatabaseUnavailable.broken(e);
            }
            if (SqlStates.diskFull(e)) {
                fullDisk.failed("the database", e);
                throw DatabaseUnavailable.full(e);
            }
            throw e;
        }
    }

    /**
     * Checks from now on that the node may serve, twice a second: that the database commits, that its schema is not newer than this program,
     * and that the node's clock agrees with the database's. While the node may not, every unit of work fails at once.
     *
     * @param own the clock of this node
     * @return the clock of the service: the database's, as this node reads it
     * @throws DatabaseUnavailable if the node may not serve
     */
    public Clock watch(Clock own) {
        var properties = DatabaseWatch.driverProperties();
        properties.setProperty("ApplicationName", "tical watch");
        var watching = new DatabaseWatch(connections.with(properties), fullDisk, own, migrated.schema());
        watching.start();
        watching.outOfService().ifPresent(reason -> {
            watching.close();
            throw DatabaseUnavailable.outOfService(reason);
        });
        watch = watching;
        return watching.clock();
    }

    /** Why the node does not serve, since {@link #watch}: a sentence without its full stop. */
    public Optional<String> outOfService() {
        return watch instanceof DatabaseWatch watching ? watching.outOfService() : Optional.empty();
    }

    /** Why the database cannot be used, since {@link #watch}: a sentence without its full stop. */
    public Optional<String> trouble() {
        return watch instanceof DatabaseWatch watching ? watching.trouble() : Optional.empty();
    }

    /** Whether commits wait for a standby, so that what was acknowledged survives the loss of the server; false before {@link #watch}. */
    public boolean isSynchronous() {
        return watch instanceof DatabaseWatch watching && watching.isSynchronous();
    }

    /**
     * The clock of this node, compared with the database's.
     *
     * @param difference the database's clock minus the node's; zero before {@link Database#watch}
     * @param trouble why the node does not serve: a sentence without its full stop; null if it may
     * @param warning a difference that operators should know: a sentence without its full stop; null if there is none
     */
    public record ClockState(
            Duration difference,
            @Nullable String trouble,
            @Nullable String warning) {}

    public ClockState clock() {
        return watch instanceof DatabaseWatch watching
                ? new ClockState(
                        watching.clock().difference(),
                        watching.clock().outOfService().orElse(null),
                        watching.clock().warning().orElse(null))
                : new ClockState(Duration.ZERO, null, null);
    }

    /** Which database the node uses, and the timelines that it has seen. */
    public SeenTimeline seenTimeline() {
        return connections.seen();
    }

    private void requireInService() {
        if (watch instanceof DatabaseWatch watching) {
            watching.outOfService().ifPresent(reason -> {
                throw DatabaseUnavailable.outOfService(reason);
            });
        }
    }

    private Connection connection() {
        requireInService();
        try {
            // Only the pool itself takes a time for one call; the data source has one for all.
            var connection = CONNECTED_BY.isBound()
                    ? ((HikariPool) pool.getHikariPoolMXBean())
                            .getConnection(DatabaseSettings.connectionWaitMs(CONNECTED_BY.get(), System.nanoTime()))
                    : pool.getConnection();
            if (PATIENT.isBound()) {
                // The pool restores the timeout when the connection is returned.
                connection.setNetworkTimeout(Runnable::run, DatabaseSettings.PATIENT_SOCKET_TIMEOUT_S * 1_000);
            }
            return connection;
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("Cannot connect to the database", e);
        }
    }

    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, 5L << attempt));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting to run a transaction again", e);
        }
    }

    /**
     * Analyzes tables that have at least doubled since they were analyzed, which also invalidates cached plans.
     * Autovacuum may run a minute later, which is too late for a new table that grows fast.
     *
     * @return their names
     */
    public List<String> analyzeGrown() {
        var grown = run(session -> session.sql(GROWN).list(row -> row.text("relname")));
        if (grown.isEmpty()) {
            return grown;
        }
        // Before PostgreSQL 17 only the owner may run ANALYZE, not the service role.
        requireInService();
        try (var connection = owner.open();
                var statement = connection.createStatement()) {
            for (var table : grown) {
                statement.execute("ANALYZE (SKIP_LOCKED) public." + statement.enquoteIdentifier(table, true));
            }
            return grown;
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("Cannot analyze tables", e);
        }
    }

    /** Whether disk space is missing, here or in the node's folders. */
    public FullDisk fullDisk() {
        return fullDisk;
    }

    /** A sentence about each altered row that this node has found in the last minutes ({@link AlteredRow}). */
    public List<String> alteredRows() {
        return rowMac.altered().sentences();
    }

    /**
     * The exception for altered data outside of rows, such as a file. It is logged and shown like an altered row.
     *
     * @param sentence names the data, and says what to do
     */
    public AlteredRow altered(String sentence) {
        return rowMac.altered(sentence);
    }

    /**
     * @throws IllegalStateException if the rows were written with another key, for example because two nodes started on a new database with
     * different keys
     */
    public void requireSameKey() {
        try (var connection = connection()) {
            new KeyCheck(connection, rowMac).run();
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("Cannot read the database", e);
        }
    }

    /** Notes the ends of this node's chains of the {@link Journal}; must be called every few seconds. */
    public void noteJournal() {
        journal.noteEnds(this);
    }

    /**
     * Takes the tables that transactions of this node have changed since the last call, as far as they are in the {@link Journal} or named
     * by {@link Session#wrote}. A table may be among them although its change was rolled back.
     */
    public Set<WrittenTable> takeWritten() {
        var taken = Set.copyOf(written);
        // A transaction that commits meanwhile either adds another table, which stays, or one that the caller gets.
        written.removeAll(taken);
        return taken;
    }

    /** The number of connections in use. */
    public int activeConnections() {
        return pool().active();
    }

    /**
     * The connection pool.
     *
     * @param active connections in use
     * @param waiting threads that wait for a connection
     */
    public record Pool(int active, int idle, int waiting, int max) {}

    public Pool pool() {
        var state = pool.getHikariPoolMXBean();
        return new Pool(
                state.getActiveConnections(),
                state.getIdleConnections(),
                state.getThreadsAwaitingConnection(),
                pool.getMaximumPoolSize());
    }

    /** Whether the database responds, and, since {@link #watch}, the node may serve. */
    public boolean answers() {
        if (watch instanceof DatabaseWatch watching) {
            return watching.outOfService().isEmpty();
        }
        try {
            return run(session -> session.sql("SELECT 1 AS one").one(row -> row.number("one"))) == 1;
        } catch (DatabaseUnavailable e) {
            LOG.debug("the database does not answer", e);
            return false;
        }
    }

    /** Closes the pool, and the embedded engine when there is one. */
    @Override
    public void close() {
        open = false;
        if (watch instanceof DatabaseWatch watching) {
            watching.close();
        }
        pool.close();
        try {
            engine.close();
        } catch (Exception e) {
            throw new IllegalStateException("the database engine did not stop", e);
        }
    }
}
