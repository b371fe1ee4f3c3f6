package io.tical.db;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the data lives.
 *
 * @param home the folder of this installation; the embedded database lives in its {@code postgres} folder
 * @param url a JDBC address ({@code jdbc:postgresql://host:port/name}) of PostgreSQL 15 or later; null embeds PostgreSQL 18
 * @param user the owner, who migrates; only with {@code url}
 * @param password the owner's password; only with {@code url}
 * @param serviceSecret what the password of the second, lesser database role is made from; the same on every node
 * @param poolSize connections at most, default 12
 */
public record DatabaseSettings(
        Path home,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        byte[] serviceSecret,
        int poolSize) {
    /** Milliseconds a request waits for a connection before it is answered 503. */
    static final int CONNECTION_TIMEOUT_MS = 3_000;

    /** Seconds after which a silent server counts as lost. Whoever waits for it gets an answer soon after. */
    static final int SOCKET_TIMEOUT_S = 5;

    /** Milliseconds a statement waits for a lock; less than the silence that counts as lost. */
    static final int LOCK_TIMEOUT_MS = 4_000;

    /** The same where statements may take long: audits, tidying up. */
    static final int PATIENT_SOCKET_TIMEOUT_S = 60;

    /** The same for the owner, who migrates. */
    static final int OWNER_SOCKET_TIMEOUT_S = 600;

    public DatabaseSettings withPoolSize(int connections) {
        return new DatabaseSettings(home, url, user, password, serviceSecret, connections);
    }
}
