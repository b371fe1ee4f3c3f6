package io.tical.db;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/** Classifies failures by the SQLSTATE in their chain of causes (PostgreSQL, appendix A). */
public final class SqlStates {
    private SqlStates() {}

    /** A serialization failure or deadlock; the transaction may succeed when it is retried. */
    static boolean lostRace(Throwable failure) {
        var state = of(failure);
        return "40001".equals(state) || "40P01".equals(state);
    }

    /** The connection is lost, or the server is starting, stopping or has no free connection. */
    static boolean connectionLost(Throwable failure) {
        var state = of(failure);
        return state != null
                && (state.startsWith("08")
                        || state.startsWith("57P")
                        || state.equals("53300")
                        || state.equals("25006"));
    }

    /** The server is starting, or a standby that is not consistent yet. */
    static boolean starting(Throwable failure) {
        return "57P03".equals(of(failure));
    }

    /** The server has stopped, stops or became a standby, so its other connections are of no use either. */
    static boolean serverGone(Throwable failure) {
        var state = of(failure);
        return state != null && (state.startsWith("57P0") || state.equals("25006"));
    }

    /** A migration added columns that a prepared statement returns. It can be sent again, prepared anew. */
    static boolean otherColumns(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PSQLException error && error.getServerErrorMessage() != null) {
                return "0A000".equals(error.getSQLState())
                        && "RevalidateCachedQuery"
                                .equals(error.getServerErrorMessage().getRoutine());
            }
        }
        return false;
    }

    /** The server has no such function, or does not permit it to the role. */
    public static boolean notPermitted(Throwable failure) {
        var state = of(failure);
        return "42501".equals(state) || "42883".equals(state) || "0A000".equals(state);
    }

    /** The server could not extend a file, because its disk is full. The transaction is rolled back. */
    static boolean diskFull(Throwable failure) {
        return "53100".equals(of(failure));
    }

    /** A unique constraint was violated. */
    static boolean uniqueViolation(Throwable failure) {
        return "23505".equals(of(failure));
    }

    /** The unique constraint that was violated, or null if it was not that. */
    public static @Nullable String violatedUnique(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PSQLException error
                    && uniqueViolation(error)
                    && error.getServerErrorMessage() != null) {
                return error.getServerErrorMessage().getConstraint();
            }
        }
        return null;
    }

    static boolean divisionByZero(SQLException failure) {
        return "22012".equals(failure.getSQLState());
    }

    /** A lock was not granted in time. */
    public static boolean lockTimeout(Throwable failure) {
        return "55P03".equals(of(failure));
    }

    private static @Nullable String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return null;
    }
}
