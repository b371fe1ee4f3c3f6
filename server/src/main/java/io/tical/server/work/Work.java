package io.tical.server.work;

import java.time.Duration;

/**
 * A kind of background work. Every node runs all of them; rows are claimed in the database, so that what a node leaves
 * unfinished when it dies is due again on every other node.
 */
public interface Work {
    /** How long a claim lasts unless it is renewed, and how late work begins at most whose node died. */
    Duration LEASE = Duration.ofSeconds(5);

    /** How often the leases of what is in flight are renewed. */
    Duration RENEWAL = Duration.ofSeconds(2);

    /** How long a claim is held at most, so that work that hangs is not held for ever. Claimed work ends before, or can be repeated. */
    Duration HELD_MAX = Duration.ofSeconds(15);

    /** For the log. */
    String name();

    /** Does what is due, as much as one round may take. Answers whether there may be more right away. */
    boolean round();

    /** How long to wait after a round that left nothing. */
    Duration pause();

    /** Waits a moment for what is in flight; called after the last round. */
    default void close() {}
    /** The service stops: breaks off what the current round waits for, if it can wait for long. */
    default void stop() {}
}
