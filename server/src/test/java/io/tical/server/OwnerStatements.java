package io.tical.server;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Statements of the database's owner, one at a time on a connection that stays open: tests repeat some until they have an effect, and a new
 * connection costs several times what most of them do.
 */
final class OwnerStatements implements AutoCloseable {
    private static final int ANSWERS_WITHIN_S = 5;

    private final DatabaseSettings database;
    private final ReentrantLock inUse = new ReentrantLock();
    private @Nullable Connection kept;

    OwnerStatements(DatabaseSettings database) {
        this.database = database;
    }

    interface Use<T> {
        T of(Statement statement) throws SQLException;
    }

    /** Runs statements that leave nothing behind in their session. */
    <T> T run(Use<T> use) {
        // Another statement may wait for a lock, which a test looks for or is about to release.
        if (!inUse.tryLock()) {
            return runAlone(use);
        }
        try (var statement = kept().createStatement()) {
            return use.of(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            inUse.unlock();
        }
    }

    /** Runs statements on a connection of their own. */
    <T> T runAlone(Use<T> use) {
        try (var connection = TestDatabase.owner(database);
                var statement = connection.createStatement()) {
            return use.of(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The connection, or another one if a test has cut it. */
    private Connection kept() throws SQLException {
        var connection = kept;
        if (connection == null || !connection.isValid(ANSWERS_WITHIN_S)) {
            close();
            connection = TestDatabase.owner(database);
            kept = connection;
        }
        return connection;
    }

    @Override
    public void close() {
        var connection = kept;
        kept = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
