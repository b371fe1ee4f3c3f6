package io.tical.server.dashboard;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.Problem;
import io.tical.server.http.SourceAddress;
import io.tical.server.merchant.SignIn;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * Five failures lock a pair of username and network for a quarter of an hour, on every node, whether such a user exists or
 * not. An attempt counts as a failure before its password is looked at, and no more once it succeeds: however many
 * guesses are sent at the same time, only five are looked at.
 */
public final class SignInLock {
    private static final int FAILURES_MAX = 5;
    private static final Duration LOCKED = Duration.ofMinutes(15);

    private final Database database;
    private final String surface;

    /** @param surface where people sign in: the same name elsewhere is somebody else */
    public SignInLock(Database database, String surface) {
        this.database = database;
        this.surface = surface;
    }

    /**
     * Counts an attempt.
     *
     * @throws Problem.RateLimited while the pair is locked
     */
    public void attempt(String username, InetAddress source) {
        var pair = pair(username, source);
        var now = Instant.now();
        var counted = database.run(session -> session.sql("""
                        INSERT INTO sign_in_failure AS f (pair, failures, failed_at) VALUES (:pair, 1, :now)
                        ON CONFLICT (pair) DO UPDATE SET failed_at = :now,
                            failures = CASE WHEN f.failed_at <= :forgotten THEN 1 ELSE f.failures + 1 END
                        WHERE f.failed_at <= :forgotten OR f.failures < :failures_max
                        RETURNING f.failures
                        """)
                .bind("pair", pair)
                .bind("now", now)
                .bind("forgotten", now.minus(LOCKED))
                .bind("failures_max", FAILURES_MAX)
                .first(row -> row.integer("failures")));
        if (counted.isEmpty()) {
            throw new Problem.RateLimited(waitSeconds(pair, now));
        }
    }

    private long waitSeconds(byte[] pair, Instant now) {
        var failedAt = database.run(session -> session.sql("SELECT failed_at FROM sign_in_failure WHERE pair = :pair")
                        .bind("pair", pair)
                        .first(row -> row.instant("failed_at")))
                .orElse(now.minus(LOCKED));
        var left = Duration.between(now, failedAt.plus(LOCKED));
        return Math.max(1, left.plusMillis(999).toSeconds());
    }

    /** Forgets what was counted: the password was right. */
    void release(Session session, String username, InetAddress source) {
        session.sql("DELETE FROM sign_in_failure WHERE pair = :pair")
                .bind("pair", pair(username, source))
                .run();
    }

    /** Forgets failures that lock nothing any more. Answers how many, at most {@code rowsMax}. */
    public long forget(int rowsMax) {
        return database.run(session -> session.sql("""
                        DELETE FROM sign_in_failure WHERE pair IN (
                            SELECT pair FROM sign_in_failure WHERE failed_at <= :forgotten LIMIT :rows)
                        """)
                .bind("forgotten", Instant.now().minus(LOCKED))
                .bind("rows", rowsMax)
                .run());
    }

    private byte[] pair(String username, InetAddress source) {
        // A network has no line end in it, so no two pairs read the same.
        var text = surface + "\n" + SourceAddress.network(source) + "\n" + SignIn.normal(username);
        return Sha256.of(text);
    }
}
