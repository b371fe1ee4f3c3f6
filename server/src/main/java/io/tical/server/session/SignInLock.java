package io.tical.server.session;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.SourceAddress;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits password guessing across all nodes, for existing and unknown users alike.
 *
 * <p>Five failures lock a pair of username and network for 15 minutes. In addition, each username has a budget of 50
 * attempts from all networks together, refilled by one per minute, which limits distributed guessing. Known devices are
 * exempt from this budget, so that others cannot lock a user out; instead each known device may fail five times from
 * any network. So may each open session, which limits guessing with a stolen one.
 *
 * <p>An attempt counts as a failure before its password is checked, and the count is reversed when it succeeds. So
 * concurrent guesses cannot exceed the limit.
 *
 * @param surface the namespace of the usernames
 */
public record SignInLock(Database database, String surface, Clock clock) {
    private static final int FAILURES_MAX = 5;
    private static final Duration LOCKED = Duration.ofMinutes(15);
    private static final Duration GUESS_PERIOD = Duration.ofMinutes(1);
    private static final int GUESSES_MAX = 50;

    /**
     * A counted attempt, which is reversed when it succeeds.
     *
     * @param last whether no further attempt is admitted for a while if this one fails
     */
    record Attempt(List<byte[]> pairs, byte @Nullable [] name, boolean last) {
        /** Resets the failures after a correct password and refunds the attempt. */
        void release(Session session) {
            for (var pair : pairs) {
                SignInStore.forgetFailures(session, pair);
            }
            refund(session);
        }

        /** Reverses the count of an attempt whose password was not checked. */
        Attempt withdraw(Session session) {
            for (var pair : pairs) {
                SignInStore.withdrawFailure(session, pair);
            }
            refund(session);
            return this;
        }

        private void refund(Session session) {
            if (name != null) {
                SignInStore.refundGuess(session, name, GUESS_PERIOD);
            }
        }
    }

    /**
     * Counts an attempt from an unknown device.
     *
     * @throws Problem.RateLimited while the pair is locked or the user's budget is used up
     */
    Attempt attempt(String username, InetAddress source) {
        return counted(new Attempt(
                List.of(pair(username, source)), Hashes.sha256(surface + "\n" + SignIn.normal(username)), false));
    }

    /**
     * Counts an attempt from a known device.
     *
     * @param device the id of the device
     * @throws Problem.RateLimited while the pair or the device is locked
     */
    Attempt attemptOnKnownDevice(String username, InetAddress source, String device) {
        return attempt(username, source, "device " + device);
    }

    /**
     * Counts an attempt in an open session.
     *
     * @param token of the session
     * @throws Problem.RateLimited while the pair or the session is locked
     */
    Attempt attemptInSession(String username, InetAddress source, String token) {
        return attempt(username, source, "session " + HexFormat.of().formatHex(Hashes.sha256(token)));
    }

    /** @param known what identifies the user besides the password, in any network */
    private Attempt attempt(String username, InetAddress source, String known) {
        var other = Hashes.sha256(surface + "\n" + known + "\n" + SignIn.normal(username));
        return counted(new Attempt(List.of(pair(username, source), other), null, false));
    }

    /** Counts against all limits or none: an attempt that one limit rejects does not count against the other. */
    private Attempt counted(Attempt attempt) {
        var now = clock.instant();
        return database.transaction(session -> {
            var last = false;
            for (var pair : attempt.pairs) {
                last |= count(session, pair, now) == FAILURES_MAX;
            }
            if (attempt.name != null) {
                guess(session, attempt.name, now);
            }
            return new Attempt(attempt.pairs, attempt.name, last);
        });
    }

    /** Returns the failures of the pair with this one. */
    private static int count(Session session, byte[] pair, Instant now) {
        var forgotten = now.minus(LOCKED);
        return SignInStore.countFailure(session, pair, now, forgotten, FAILURES_MAX)
                .orElseThrow(() -> {
                    var failedAt = SignInStore.failedAt(session, pair).orElse(forgotten);
                    return refused(now, failedAt.plus(LOCKED));
                });
    }

    private static void guess(Session session, byte[] name, Instant now) {
        var last = now.plus(GUESS_PERIOD.multipliedBy(GUESSES_MAX - 1));
        if (!SignInStore.countGuess(session, name, now, GUESS_PERIOD, last)) {
            var fullAt = SignInStore.fullAt(session, name).orElse(now);
            throw refused(now, fullAt.minus(GUESS_PERIOD.multipliedBy(GUESSES_MAX - 1)));
        }
    }

    private static Problem refused(Instant now, Instant until) {
        return new Problem.RateLimited(
                Math.max(1, Duration.between(now, until).plusMillis(999).toSeconds()));
    }

    /** Deletes expired counters. Returns the number deleted, at most {@code rowsMax} per table. */
    public long forget(int rowsMax) {
        var now = clock.instant();
        return database.run(session -> Math.max(
                SignInStore.deleteFailures(session, now.minus(LOCKED), rowsMax),
                SignInStore.deleteGuesses(session, now, rowsMax)));
    }

    private byte[] pair(String username, InetAddress source) {
        // A network contains no line feed, so distinct pairs have distinct texts.
        var text = surface + "\n" + SourceAddress.network(source) + "\n" + SignIn.normal(username);
        return Hashes.sha256(text);
    }
}
