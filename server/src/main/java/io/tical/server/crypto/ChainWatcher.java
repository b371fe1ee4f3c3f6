package io.tical.server.crypto;

import io.tical.server.rail.UpstreamFailure;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the transfers to the service's addresses from a chain, in two ways. A scan reads what is new and trusts the service that it asks. A
 * check trusts it less: it reads everything that is final since the address was issued, and compares it with the balance.
 *
 * <p>A scan reflects the current state of the chain: if an earlier reported transfer is missing although its block is between the cursor and
 * the head, a reorganisation removed it.
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

    /** Checks addresses of one network. Returns one result per address, in the same order. */
    List<CheckOutcome> check(List<Account> accounts);

    /** Cancels running scans and checks. Idempotent. */
    @Override
    default void close() {}

    /**
     * An address to scan.
     *
     * @param openedAt when the address was issued
     * @param cursor the cursor of the previous scan; null for the first one
     * @param confirmations the number of confirmations that a transfer needs, 1 or more
     * @param known completed transactions, which need not be reported again
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
         * @param transfers all transfers to the address since the given cursor; known ones may be missing
         * @param cursor where the next scan starts; transfers with too few confirmations are after it
         * @param head the newest block of which all transfers were read; 0 if the service may lag
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
     * An address to check.
     *
     * @param openedAt when the address was issued
     * @param confirmations the number of confirmations that make a transfer final, 1 or more
     * @param recorded the final transfers that the service knows
     * @param expectedMicro the requested amount in micro-USDT; used only by the simulator
     */
    record Account(
            String address, Instant openedAt, int confirmations, List<ChainTransfer> recorded, long expectedMicro) {
        public Account {
            recorded = List.copyOf(recorded);
        }
    }

    /** The result of a check of one address. */
    sealed interface CheckOutcome {
        /**
         * The address was checked.
         *
         * @param missed final transfers to the address that are not recorded
         * @param difference the balance, minus everything that came, plus everything that left, in the token's smallest units: not zero if
         *     the service that was asked does not show all transfers
         * @param through the time of the last block that was checked; later transfers are not in the result
         */
        record Checked(List<ChainTransfer> missed, BigInteger difference, Instant through) implements CheckOutcome {
            public Checked {
                missed = List.copyOf(missed);
            }
        }

        /** The upstream did not answer, so nothing is known about the address. */
        record Unavailable(UpstreamFailure failure) implements CheckOutcome {}
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
