package io.tical.common;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as the API writes them: Unix seconds. */
public final class UnixTime {
    private UnixTime() {}

    /** The seconds of a time, or null if there is none. */
    public static @Nullable Long seconds(@Nullable Instant at) {
        return at == null ? null : at.getEpochSecond();
    }
}
