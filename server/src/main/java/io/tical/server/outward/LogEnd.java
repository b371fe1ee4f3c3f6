package io.tical.server.outward;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far a log goes.
 *
 * @param records their number
 * @param mac that of the last one
 */
record LogEnd(long records, byte[] mac) {
    static final LogEnd NOTHING = new LogEnd(0, LogChain.BEGINNING);

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LogEnd that && records == that.records && Arrays.equals(mac, that.mac);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(records);
    }
}
