package io.tical.server.work;

import java.time.Duration;

/**
 * A kind of background work. Every node runs all of them; what is due is claimed in the database with {@code FOR UPDATE
 * SKIP LOCKED} and a lease, so a node that dies leaves nothing behind that another does not take over.
 */
public interface Work {
    /** How long a claim lasts. A claimed piece ends before, or can safely be done twice. */
    Duration LEASE = Duration.ofSeconds(15);

    /** For the log. */
    String name();

    /** Does what is due, as much as one round may take. Answers whether there may be more right away. */
    boolean round();

    /** How long to wait after a round that left nothing. */
    Duration pause();

    /** The service stops: breaks off what the current round waits for, if it can wait for long. */
    default void stop() {}
}
