package io.tical.server.dashboard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as the surface writes them: whole Unix seconds, null for what has not happened. */
final class UnixTime {
    private UnixTime() {}

    static @Nullable Long of(@Nullable Instant at) {
        return at == null ? null : at.getEpochSecond();
    }
}
