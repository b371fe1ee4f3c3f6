package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's clock, in whole milliseconds, as this node reads it: the node's own, corrected by its measured difference. All nodes and all
 * statements thus have one clock, and a time that one of them writes means the same to the others. Thread-safe.
 *
 * <p>A difference above {@link #WARNED_MS} is reported. Above {@link #SERVED_MS} the node must not serve, because it cannot be known which
 * of the two clocks is wrong.
 */
final class DatabaseClock extends Clock {
    /** Above this many milliseconds, the difference is reported. */
    static final long WARNED_MS = 1_000;

    /** Above this many milliseconds, the node does not serve. */
    static final long SERVED_MS = 5_000;

    private static final int SAMPLES = 5;
    /** Differences that a measurement on one machine may have, because the processes take turns. */
    private static final long NOISE_MS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

    private final Clock own;
    private final ZoneId zone;
    private final State state;

    /** What all copies share. */
    private static final class State {
        /** The database's clock minus the node's, in milliseconds. */
        volatile long differenceMs;

        volatile long errorMs;
        /** The node's wall clock minus its monotonic clock at the last measurement, in milliseconds. */
        volatile long wallMinusMonotonicMs;

        volatile boolean measured;
        volatile boolean warned;
    }

    /** @param own the clock of this node */
    DatabaseClock(Clock own) {
        this(own, ZoneOffset.UTC, new State());
    }

    private DatabaseClock(Clock own, ZoneId zone, State state) {
        this.own = own;
        this.zone = zone;
        this.state = state;
    }

    /**
     * One measurement, in milliseconds.
     *
     * @param difference the database's clock minus the node's
     * @param error half of the round trip
     */
    record Sample(long difference, long error) {}

    /**
     * Measures the difference to the database's clock: of one round trip, or, if that shows a large difference or the connection is new, of
     * the shortest of several. Half of the round trip is the error.
     */
    void measure(Connection connection, boolean carefully) throws SQLException {
        var stepped = steppedMs();
        if (state.measured && Math.abs(stepped) > WARNED_MS) {
            LOG.warn(
                    "The clock of this machine was set {} by {} ms while the node ran",
                    stepped > 0 ? "forward" : "back",
                    Math.abs(stepped));
        }
        var best = sample(connection);
        if (carefully || Math.abs(stepped) > WARNED_MS || Math.abs(best.difference()) - best.error() > WARNED_MS) {
            for (int more = 1; more < SAMPLES; more++) {
                var next = sample(connection);
                if (next.error() < best.error()) {
                    best = next;
                }
            }
        }
        note(best);
    }

    private Sample sample(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            var before = own.millis();
            var start = System.nanoTime();
            try (var row =
                    statement.executeQuery("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms")) {
                row.next();
                var tripMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                return new Sample(row.getLong(1) - (before + tripMs / 2), tripMs / 2 + 1);
            }
        }
    }

    synchronized void note(Sample sample) {
        // A correction that changed with the noise of each measurement would let times go back.
        var certain = Math.abs(sample.difference() - state.differenceMs) > sample.error() + NOISE_MS;
        if (!state.measured || certain) {
            state.differenceMs = Math.abs(sample.difference()) > sample.error() + NOISE_MS ? sample.difference() : 0;
        }
        state.errorMs = sample.error();
        state.wallMinusMonotonicMs = wallMinusMonotonicMs();
        state.measured = true;
        var warn = Math.abs(state.differenceMs) > WARNED_MS;
        if (warn && !state.warned) {
            LOG.warn("{}. Set the clocks right; the node serves up to {} s", sentence(), SERVED_MS / 1_000);
        } else if (!warn && state.warned) {
            LOG.info("The clock of this machine agrees with the database's again");
        }
        state.warned = warn;
    }

    /** By how much the wall clock was set since the last measurement; positive is forward. */
    private long steppedMs() {
        return state.measured ? wallMinusMonotonicMs() - state.wallMinusMonotonicMs : 0;
    }

    private long wallMinusMonotonicMs() {
        return own.millis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** The database's clock minus the node's. */
    Duration difference() {
        return Duration.ofMillis(state.differenceMs - steppedMs());
    }

    /** A sentence about a difference that operators should know, without its full stop. */
    Optional<String> warning() {
        return state.differenceMs > WARNED_MS || state.differenceMs < -WARNED_MS
                ? Optional.of(sentence())
                : Optional.empty();
    }

    /** Why the node must not serve, without a full stop. Between measurements it counts by how much the wall clock was set. */
    Optional<String> outOfService() {
        if (!state.measured) {
            return Optional.empty();
        }
        var stepped = steppedMs();
        if (Math.abs(state.differenceMs) > SERVED_MS) {
            return Optional.of(sentence());
        }
        return Math.abs(stepped) > SERVED_MS
                ? Optional.of("The clock of this machine was set " + (stepped > 0 ? "forward" : "back") + " by "
                        + Math.abs(stepped) + " ms, and is being compared with the database's")
                : Optional.empty();
    }

    private String sentence() {
        var difference = state.differenceMs;
        return "The clock of this machine is " + Math.abs(difference) + " ms (±" + state.errorMs + " ms) "
                + (difference > 0 ? "behind" : "ahead of") + " that of the database";
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** Goes on as before when the wall clock is set, until the difference is measured again. */
    @Override
    public long millis() {
        var stepped = steppedMs();
        return own.millis() + state.differenceMs - (Math.abs(stepped) > NOISE_MS ? stepped : 0);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new DatabaseClock(own, other, state);
    }
}
