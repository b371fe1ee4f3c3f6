package io.tical.server.rail;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees what a chain has sent to addresses of ours. It answers from the chain as it stands: a transfer that it told of and
 * tells of no more, though its block is behind the cursor and not beyond the head, was undone by a reorganisation.
 */
public interface ChainWatcher extends AutoCloseable {
    /** For the log. */
    String name();

    /** How many addresses one look takes, 1 or more; a look at so many ends within seconds while the service is well. */
    int addressesMax();

    /** Looks at addresses of one network. Answers for each of them, in their order. */
    List<ChainOutcome> look(List<Watched> addresses);

    /** Breaks off what is under way. May be called more than once. */
    @Override
    default void close() {}

    /**
     * An address to look at.
     *
     * @param openedAt since when it can have been paid to
     * @param cursor what the last look at it answered; null at the first
     * @param confirmations how many a transfer needs before it is done with, 1 or more
     * @param known transactions that are done with and need not be told of again
     * @param expectedMicro what its payer was asked for, in micro-USDT; only a simulator wants to know
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
