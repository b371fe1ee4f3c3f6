package io.tical.server.crypto;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A deposit with its next poll and check.
 *
 * @param dueAt the next poll; null for none
 * @param checkAt the next check; null for none
 */
record Scheduled(
        Deposit deposit, @Nullable Instant dueAt, @Nullable Instant checkAt) {}
