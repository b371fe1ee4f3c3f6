package io.tical.server.work;

import io.tical.db.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A kind of background work. Every node runs every kind. Rows are claimed in the database, so the unfinished work of a
 * dead node becomes due on the other nodes.
 */
public interface Work {
    /** How long a claim lasts unless it is renewed; also the longest delay of work after its node died. */
    Duration LEASE = Duration.ofSeconds(5);

    /** How often the leases of work in flight are renewed. */
    Duration RENEWAL = Duration.ofSeconds(2);

    /**
     * The longest time that a claim is renewed, so that hanging work is released. Claimed work ends earlier or is
     * idempotent.
     */
    Duration HELD_MAX = Duration.ofSeconds(15);

    /** The name in the log. */
    String name();

    /** Runs one round of due work. Returns whether more work may be due immediately. */
    boolean round();

    /** How long to wait after a round that left no work. */
    Duration pause();

    /** The due rows in the database; empty for work without a table of due rows. */
    default Optional<Function<Session, Backlog>> backlog() {
        return Optional.empty();
    }

    /** Waits briefly for work in flight. Called after the last round. */
    default void close() {}
    /** Stops the wait of the current round because the service is stopping. */
    default void stop() {}

    /** A repeated task. */
    record Repeated(String name, Duration pause, BooleanSupplier task) implements Work {
        @Override
        public boolean round() {
            return task.getAsBoolean();
        }
    }
}
