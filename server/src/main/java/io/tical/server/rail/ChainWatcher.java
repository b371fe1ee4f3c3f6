package io.tical.server.rail;

import java.math.BigInteger;
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
    List<ChainOutcome> scan(List<Watched> addresses);

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

    /** The result of a scan of one address. */
    sealed interface ChainOutcome {
        /**
         * The address was scanned.
         *
         * @param transfers all transfers to the address since the given cursor, except known ones
         * @param cursor where the next scan starts; transfers with too few confirmations are after it
         * @param head the newest scanned block
         */
        record Scanned(List<ChainTransfer> transfers, String cursor, long head) implements ChainOutcome {
            public Scanned {
                transfers = List.copyOf(transfers);
            }
        }

        /** The upstream did not answer, so nothing is known about the address. */
        record Unavailable(UpstreamFailure failure) implements ChainOutcome {}
    }

    /**
     * One transfer of the token to one of the service's addresses, in the current state of the chain.
     *
     * @param txHash the transaction hash in the chain's format
     * @param logIndex the index of the event; unique together with the transaction
     * @param sender the sender's address
     * @param units the amount in the token's smallest units, positive
     * @param block the block's number
     * @param confirmations the number of confirming blocks, including its own
     * @param at the time of the block
     */
    record ChainTransfer(
            String txHash,
            long logIndex,
            String sender,
            BigInteger units,
            long block,
            long confirmations,
            Instant at) {}
}
