package io.tical.server.rail;

import java.util.List;

/** The result of a scan of one address. */
public sealed interface ChainOutcome {
    /**
     * The address was scanned.
     *
     * @param transfers all transfers to the address since the given cursor, except known ones
     * @param cursor where the next scan starts; transfers with too few confirmations are after it
     * @param head the newest scanned block
     */
    record Looked(List<ChainTransfer> transfers, String cursor, long head) implements ChainOutcome {
        public Looked {
            transfers = List.copyOf(transfers);
        }
    }

    /** The upstream did not answer, so nothing is known about the address. */
    record Unavailable(UpstreamFailure failure) implements ChainOutcome {}
}
