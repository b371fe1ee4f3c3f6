package io.tical.db;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The location of the data.
 *
 * @param home the folder of this installation; the embedded database uses its {@code postgres} folder
 * @param url a JDBC address ({@code jdbc:postgresql://host:port/name}) of PostgreSQL 15 or later; null starts an
 *     embedded PostgreSQL 18
 * @param user the owner, which runs migrations; only with {@code url}
 * @param password the owner's password; only with {@code url}
 * @param serviceSecret derives the password of the service role and the key of the rows' MACs; must be the same on every node
 * @param poolSize the maximum number of connections, default 12
 * @param copies other folders of this node, which may outlive the home: they keep the seen timelines, too
 */
public record DatabaseSettings(
        Path home,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        byte[] serviceSecret,
        int poolSize,
        List<Path> copies) {
    /** Milliseconds after which a request has its answer while the database does not answer. The limits of its parts follow from it. */
    static final int ANSWERED_WITHIN_MS = 3_000;

    /** Milliseconds after which an idle connection that does not answer is replaced. */
    static final int VALIDATION_TIMEOUT_MS = 500;

    /** Milliseconds that a request waits for a connection before it fails with 503; then comes the last validation. */
    public static final int CONNECTION_TIMEOUT_MS = ANSWERED_WITHIN_MS - VALIDATION_TIMEOUT_MS;

    /** Seconds after which a connection to an unresponsive server fails. */
    static final int SOCKET_TIMEOUT_S = 5;

    /** Milliseconds that a statement waits for a lock; shorter than the socket timeout. */
    static final int LOCK_TIMEOUT_MS = 4_000;

    /** The socket timeout for long statements: audits and housekeeping. */
    static final int PATIENT_SOCKET_TIMEOUT_S = 60;

    /** The socket timeout for migrations. */
    static final int OWNER_SOCKET_TIMEOUT_S = 600;

    public DatabaseSettings(
            Path home,
            @Nullable String url,
            @Nullable String user,
            @Nullable String password,
            byte[] serviceSecret,
            int poolSize) {
        this(home, url, user, password, serviceSecret, poolSize, List.of());
    }

    /**
     * Milliseconds that a unit of work waits for a connection, for a caller who must have an answer.
     *
     * @param byNanos until when, as {@link System#nanoTime}
     */
    static long connectionWaitMs(long byNanos, long nowNanos) {
        return Math.clamp((byNanos - nowNanos) / 1_000_000, 1, CONNECTION_TIMEOUT_MS);
    }

    public DatabaseSettings withPoolSize(int connections) {
        return new DatabaseSettings(home, url, user, password, serviceSecret, connections, copies);
    }
}
