package io.tical.server.rail;

import java.time.Duration;
import java.util.List;

/** The result of a scan of one address. */
public sealed interface ChainOutcome {
    String address();

    /**
     * The address was scanned.
     *
     * @param transfers all transfers to the address since the given cursor, except known ones
     * @param cursor where the next scan starts; transfers with too few confirmations are after it
     * @param head the newest scanned block
     */
    record Looked(String address, List<ChainTransfer> transfers, String cursor, long head) implements ChainOutcome {
        public Looked {
            transfers = List.copyOf(transfers);
        }
    }

    /**
     * The upstream did not answer, so nothing is known about the address.
     *
     * @param why the reason, for the log and for staff; contains no secrets
     * @param retryAfter when to retry, at least one second
     */
    record Unavailable(String address, UpstreamFailure.Kind kind, String why, Duration retryAfter)
            implements ChainOutcome {
        static Unavailable of(String address, UpstreamFailure failure) {
            return new Unavailable(address, failure.kind(), failure.why(), failure.retryAfter());
        }
    }
}
