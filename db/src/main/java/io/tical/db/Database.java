package io.tical.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way to the database: a pool, Helidon's {@link DbClient} over it, and the only transaction helper.
 *
 * <p>A unit of work has one connection. It is taken at the first statement and returned when the work ends, so no
 * statement can leak it, whatever it throws.
 *
 * <p>A thread holds one connection at most. A thread that held one while it waited for a second would wait for another
 * thread that does the same as soon as the pool is empty, with every row that both have locked; so a unit of work within
 * another is refused with {@link IllegalStateException}, however large the pool is.
 */
public final class Database implements AutoCloseable {
    /** How often a transaction that lost a race (40001, 40P01) is run before its failure is passed on. */
    private static final int ATTEMPTS_MAX = 6;

    /** Tables that have doubled, those of a few rows left out. */
    private static final String GROWN = """
            SELECT s.relname FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
            WHERE s.schemaname = 'public' AND s.n_live_tup >= 500 AND s.n_live_tup >= 2 * c.reltuples
            """;

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final ScopedValue<Boolean> WORKING = ScopedValue.newInstance();
    private static final ScopedValue<Boolean> PATIENT = ScopedValue.newInstance();

    private final HikariDataSource pool;
    private final DbClient client;
    private final NamedSql.Cache parsed = new NamedSql.Cache();
    private final Login owner;
    private final AutoCloseable engine;

    Database(HikariConfig config, Login owner, AutoCloseable engine) {
        this.pool = new HikariDataSource(config);
        this.client =
                JdbcClientBuilder.create().connectionPool(this::connection).build();
        this.owner = owner;
        this.engine = engine;
    }

    /**
     * Refuses to go on when this thread is within a unit of work: for what uses a connection on another thread and waits for
     * it, which is a second connection too.
     *
     * @throws IllegalStateException within a unit of work
     */
    public static void requireNoConnection() {
        if (WORKING.isBound()) {
            throw new IllegalStateException(
                    "this thread is within a unit of work: use its session, or do this before or after it");
        }
    }

    /**
     * Reads or writes outside a transaction: each statement stands alone.
     *
     * @throws IllegalStateException within another unit of work
     */
    public <T> T run(Function<Session, T> work) {
        return leased(lease -> {
            var session = lease.session();
            var result = work.apply(session);
            session.send();
            return result;
        });
    }

    /**
     * Runs the work in one transaction, commits, and returns its result. Any exception rolls back; nothing is ever
     * committed after one. A lost race (40001, 40P01) runs the work again, so it must have no effect but on the database.
     *
     * @throws DatabaseUnavailable when the connection broke; a commit under way may or may not have happened
     * @throws IllegalStateException within another unit of work
     */
    public <T> T transaction(Function<Session, T> work) {
        RuntimeException lost = null;
        for (int attempt = 1; ; attempt++) {
            try {
                return leased(lease -> lease.commit(work));
            } catch (RuntimeException failure) {
                if (lost != null) {
                    failure.addSuppressed(lost);
                }
                if (!SqlStates.lostRace(failure) || attempt == ATTEMPTS_MAX) {
                    throw failure;
                }
                lost = failure;
                pause(attempt);
            }
        }
    }

    /**
     * Reads everything from one unchanging picture of the database, beside live traffic; patiently, for it may be all of it.
     */
    public <T> T snapshot(Function<Session, T> work) {
        return patiently(() -> transaction(session -> {
            session.sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    .run();
            return work.apply(session);
        }));
    }

    /**
     * Runs what uses a database by statements that may take long. Everywhere else a database that says nothing for
     * {@value DatabaseSettings#SOCKET_TIMEOUT_S} s counts as lost, so that whoever waits is answered.
     */
    public static <T> T patiently(Supplier<T> work) {
        return ScopedValue.where(PATIENT, true).call(work::get);
    }

    private <T> T leased(Function<Lease, T> work) {
        requireNoConnection();
        try (var lease = new Lease(client.execute())) {
            return ScopedValue.where(WORKING, true).call(() -> work.apply(lease));
        } catch (DatabaseUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (SqlStates.connectionLost(e)) {
                throw DatabaseUnavailable.broken(e);
            }
            throw e;
        }
    }

    private Connection connection() {
        try {
            var connection = pool.getConnection();
            if (PATIENT.isBound()) {
                // The pool restores the timeout when the connection is returned.
                connection.setNetworkTimeout(Runnable::run, DatabaseSettings.PATIENT_SOCKET_TIMEOUT_S * 1_000);
            }
            return connection;
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("The database cannot be reached", e);
        }
    }

    /** The connection of one unit of work, taken when it is first needed. */
    private final class Lease implements AutoCloseable {
        private final DbExecute execute;
        private @Nullable Connection connection;
        private boolean transaction;

        Lease(DbExecute execute) {
            this.execute = execute;
        }

        Session session() {
            return new Session(this::connection, parsed);
        }

        private Connection connection() {
            if (connection == null) {
                connection = execute.unwrap(Connection.class);
                if (transaction) {
                    begin(connection);
                }
            }
            return connection;
        }

        /** BEGIN travels with the first statement. */
        private static void begin(Connection connection) {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                throw new DbClientException("The transaction did not begin", e);
            }
        }

        /** DbClient's own transaction sees only statements that DbClient runs, so this one is JDBC's. */
        <T> T commit(Function<Session, T> work) {
            transaction = true;
            var session = session();
            T result;
            try {
                result = work.apply(session);
                session.send();
                // PostgreSQL answers COMMIT of a failed transaction without an error, and rolls it back.
                if (session.failure() != null) {
                    throw session.failure();
                }
            } catch (RuntimeException | Error failure) {
                rollback(failure);
                throw failure;
            }
            try {
                if (connection != null) {
                    connection.commit();
                }
            } catch (SQLException e) {
                throw new DbClientException("The transaction did not commit", e);
            }
            return result;
        }

        private void rollback(Throwable failure) {
            try {
                if (connection != null) {
                    connection.rollback();
                }
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }

        @Override
        public void close() {
            try {
                if (connection != null) {
                    connection.close();
                }
            } catch (SQLException e) {
                LOG.debug("a broken connection did not close", e);
            }
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
     * Analyzes the tables that have at least doubled since their statistics were made, so that plans which PostgreSQL keeps
     * are made anew. Autovacuum does so a minute later, which is too late for a table that grows from nothing.
     *
     * @return their names
     */
    public List<String> analyzeGrown() {
        var grown = run(session -> session.sql(GROWN).list(row -> row.text("relname")));
        if (grown.isEmpty()) {
            return grown;
        }
        // Only an owner may analyze before PostgreSQL 17, so the service's own connections cannot.
        try (var connection = owner.connect();
                var statement = connection.createStatement()) {
            for (var table : grown) {
                statement.execute("ANALYZE (SKIP_LOCKED) public." + statement.enquoteIdentifier(table, true));
            }
            return grown;
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("Tables that have grown cannot be analyzed", e);
        }
    }

    /** Connections now lent out; 0 when nothing runs. */
    public int activeConnections() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    /** Whether the database answers now. */
    public boolean answers() {
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
        pool.close();
        try {
            engine.close();
        } catch (Exception e) {
            throw new IllegalStateException("the database engine did not stop", e);
        }
    }
}
