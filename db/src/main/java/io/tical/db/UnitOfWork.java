package io.tical.db;

import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A unit of work on one connection, which it takes at its first statement. */
final class UnitOfWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UnitOfWork.class);

    private final DbExecute execute;
    private final NamedSql.Cache parsed;
    private final RowMac rowMac;
    private final Journal journal;
    private final Set<WrittenTable> written;
    private @Nullable Connection connection;
    private boolean transaction;
    private boolean flushed;

    UnitOfWork(DbExecute execute, NamedSql.Cache parsed, RowMac rowMac, Journal journal, Set<WrittenTable> written) {
        this.execute = execute;
        this.parsed = parsed;
        this.rowMac = rowMac;
        this.journal = journal;
        this.written = written;
    }

    /**
     * A row that the service did not write occupies the position where the transaction appended to the journal. The retry appends to
     * another chain.
     */
    static final class Occupied extends RuntimeException {
        Occupied(RuntimeException cause) {
            super(cause);
        }
    }

    /** Whether it has committed rows of the journal. Such a commit waits for the disk, and for a synchronous standby; others may not. */
    boolean wasFlushed() {
        return flushed;
    }

    Session session() {
        return new Session(this::connection, parsed, rowMac, transaction);
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

    /** Sends BEGIN together with the first statement. */
    private static void begin(Connection connection) {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new DbClientException("The transaction did not begin", e);
        }
    }

    /**
     * Runs the work, appends to the journal what no transfer carries, sends what is deferred, and commits. It uses a JDBC transaction,
     * because DbClient's covers only statements that DbClient runs.
     */
    <T> T commit(Function<Session, T> work) {
        transaction = true;
        var session = session();
        try {
            return commit(session, work);
        } finally {
            session.ended();
        }
    }

    private <T> T commit(Session session, Function<Session, T> work) {
        T result;
        Journal.Appended appended = null;
        try {
            result = work.apply(session);
            // PostgreSQL rolls back a failed transaction at COMMIT without reporting an error.
            requireNoFailure(session);
            appended = journal.append(session);
            session.sendBeforeCommit();
            requireNoFailure(session);
        } catch (RuntimeException | Error failure) {
            rollback(failure);
            if (appended != null && failure instanceof RuntimeException unforeseen && appended.occupied(unforeseen)) {
                rowMac.altered(appended.abandoned());
                throw new Occupied(unforeseen);
            }
            // After a lost connection the row may exist, so nothing more is appended to that chain.
            if (appended != null && failure instanceof RuntimeException && !SqlStates.connectionLost(failure)) {
                appended.rolledBack();
            }
            throw failure;
        }
        try {
            // Sends nothing if the commit was sent with the last statements.
            if (connection != null) {
                connection.commit();
            }
        } catch (SQLException e) {
            throw new DbClientException("The transaction did not commit", e);
        } finally {
            // Also if the connection broke, because the transaction may have committed.
            written.addAll(session.changes().written());
        }
        if (appended != null) {
            appended.committed();
        }
        flushed = session.changes().any();
        return result;
    }

    private static void requireNoFailure(Session session) {
        if (session.failure() != null) {
            throw session.failure();
        }
    }

    private void rollback(Throwable failure) {
        try {
            if (connection != null) {
                connection.rollback();
                if (SqlStates.otherColumns(failure)) {
                    forgetStatements(connection);
                }
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** After a migration the server refuses the statements that it keeps prepared; the driver prepares them anew. */
    private static void forgetStatements(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("DEALLOCATE ALL");
        }
        connection.rollback();
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
