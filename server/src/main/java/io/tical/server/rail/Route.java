package io.tical.server.rail;

import org.jspecify.annotations.Nullable;

/**
 * The rail that was chosen for an attempt.
 *
 * @param rail its name
 * @param why in a text for operators; null if there was no choice
 * @param connection as {@link PayoutRail#connection}
 */
public record Route(
        String rail, @Nullable String why, @Nullable String connection) {
    /** A rail without a connection. */
    public Route(String rail, @Nullable String why) {
        this(rail, why, null);
    }
}
