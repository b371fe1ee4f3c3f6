package io.tical.server.dashboard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as JSON: whole Unix seconds, or null. */
final class UnixTime {
    private UnixTime() {}

    static @Nullable Long of(@Nullable Instant at) {
        return at == null ? null : at.getEpochSecond();
    }
}
