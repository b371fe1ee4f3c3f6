package io.tical.server.rail;

import java.time.Duration;
import java.util.List;

/** What became of a look at one address. */
public sealed interface ChainOutcome {
    String address();

    /**
     * It was looked at.
     *
     * @param transfers every transfer to it behind the cursor that was given, but those said to be known
     * @param cursor from where to look the next time; whatever has too few confirmations lies behind it
     * @param head the newest block that was looked at: of blocks beyond it this says nothing
     */
    record Looked(String address, List<ChainTransfer> transfers, String cursor, long head) implements ChainOutcome {
        public Looked {
            transfers = List.copyOf(transfers);
        }
    }

    /**
     * There was no answer, which says nothing about the address.
     *
     * @param why for the log and for staff; names no secret
     * @param retryAfter when looking again may help, at least a second
     */
    record Unavailable(String address, UpstreamFailure.Kind kind, String why, Duration retryAfter)
            implements ChainOutcome {
        static Unavailable of(String address, UpstreamFailure failure) {
            return new Unavailable(address, failure.kind(), failure.why(), failure.retryAfter());
        }
    }
}
