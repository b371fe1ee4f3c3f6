package io.tical.server.rail;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scans a chain for transfers to the service's addresses. Results reflect the current state of the chain: if an earlier
 * reported transfer is missing although its block is between the cursor and the head, a reorganisation removed it.
 */
public interface ChainWatcher extends AutoCloseable {
    /** The name in the log. */
    String name();

    /**
     * The maximum number of addresses in one scan, 1 or more. A scan of that many takes a few seconds in normal
     * operation.
     */
    int addressesMax();

    /** Scans addresses of one network. Returns one result per address, in the same order. */
    List<ChainOutcome> look(List<Watched> addresses);

    /** Cancels running scans. Idempotent. */
    @Override
    default void close() {}

    /**
     * An address to scan.
     *
     * @param openedAt when the address was issued
     * @param cursor the cursor of the previous scan; null for the first one
     * @param confirmations the number of confirmations that a transfer needs, 1 or more
     * @param known completed transactions, which are not reported again
     * @param expectedMicro the requested amount in micro-USDT; used only by the simulator
     */
    record Watched(
            String address,
            Instant openedAt,
            @Nullable String cursor,
            int confirmations,
            Set<String> known,
            long expectedMicro) {
        public Watched {
            known = Set.copyOf(known);
        }
    }
}
