package io.tical.server.rail;

import org.jspecify.annotations.Nullable;

/**
 * The rail that was chosen for an attempt.
 *
 * @param rail its name
 * @param why in a text for operators; null if there was no choice
 */
public record Route(String rail, @Nullable String why) {}
