package io.tical.server.session;

import io.tical.db.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** The SQL of failed sign-ins and of the budgets of guesses. */
final class SignInStore {
    private SignInStore() {}

    /**
     * Counts a failure of a pair.
     *
     * @param forgotten a last failure until then no longer counts
     * @return the failures with this one; empty if the pair has {@code most} already, which are unchanged
     */
    static OptionalInt countFailure(Session session, byte[] pair, Instant now, Instant forgotten, int most) {
        return session.sql("""
                        INSERT INTO sign_in_failure AS f (pair, failures, failed_at) VALUES (:pair, 1, :now)
                        ON CONFLICT (pair) DO UPDATE SET failed_at = :now,
                            failures = CASE WHEN f.failed_at <= :forgotten THEN 1 ELSE f.failures + 1 END
                        WHERE f.failed_at <= :forgotten OR f.failures < :failures_max
                        RETURNING f.failures
                        """)
                .bind("pair", pair)
                .bind("now", now)
                .bind("forgotten", forgotten)
                .bind("failures_max", most)
                .first(row -> OptionalInt.of(row.integer("failures")))
                .orElseGet(OptionalInt::empty);
    }

    static Optional<Instant> failedAt(Session session, byte[] pair) {
        return session.sql("SELECT failed_at FROM sign_in_failure WHERE pair = :pair")
                .bind("pair", pair)
                .first(row -> row.instant("failed_at"));
    }

    /** Takes one failure of a pair back. */
    static void withdrawFailure(Session session, byte[] pair) {
        session.sql("DELETE FROM sign_in_failure WHERE pair = :pair AND failures = 1")
                .bind("pair", pair)
                .run();
        session.sql("UPDATE sign_in_failure SET failures = failures - 1 WHERE pair = :pair AND failures > 1")
                .bind("pair", pair)
                .run();
    }

    static void forgetFailures(Session session, byte[] pair) {
        session.sql("DELETE FROM sign_in_failure WHERE pair = :pair")
                .bind("pair", pair)
                .run();
    }

    /**
     * Takes a guess from a budget, which is full again one period later.
     *
     * @param last the time until which a budget with guesses left is full again
     * @return false if the budget is used up
     */
    static boolean countGuess(Session session, byte[] name, Instant now, Duration period, Instant last) {
        return session.sql("""
                        INSERT INTO sign_in_guess AS g (name, full_at) VALUES (:name, :first)
                        ON CONFLICT (name) DO UPDATE
                        SET full_at = greatest(g.full_at, :now) + make_interval(secs => :period)
                        WHERE g.full_at <= :last
                        """)
                        .bind("name", name)
                        .bind("first", now.plus(period))
                        .bind("now", now)
                        .bind("period", (double) period.toSeconds())
                        .bind("last", last)
                        .run()
                > 0;
    }

    static Optional<Instant> fullAt(Session session, byte[] name) {
        return session.sql("SELECT full_at FROM sign_in_guess WHERE name = :name")
                .bind("name", name)
                .first(row -> row.instant("full_at"));
    }

    static void refundGuess(Session session, byte[] name, Duration period) {
        session.sql("UPDATE sign_in_guess SET full_at = full_at - make_interval(secs => :period) WHERE name = :name")
                .bind("period", (double) period.toSeconds())
                .bind("name", name)
                .run();
    }

    /** Deletes the counters of pairs whose last failure was until then; returns how many. */
    static long deleteFailures(Session session, Instant until, int rowsMax) {
        return session.sql("""
                        DELETE FROM sign_in_failure WHERE pair IN (
                            SELECT pair FROM sign_in_failure WHERE failed_at <= :until LIMIT :rows)
                        """).bind("until", until).bind("rows", rowsMax).run();
    }

    /** Deletes the budgets that are full; returns how many. */
    static long deleteGuesses(Session session, Instant now, int rowsMax) {
        return session.sql("""
                        DELETE FROM sign_in_guess WHERE name IN (
                            SELECT name FROM sign_in_guess WHERE full_at <= :until LIMIT :rows)
                        """).bind("until", now).bind("rows", rowsMax).run();
    }
}
