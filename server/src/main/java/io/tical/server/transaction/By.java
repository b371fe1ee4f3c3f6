package io.tical.server.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Who wants a change, and why.
 *
 * @param version the version that a person's decision is based on; an outdated one is refused. Null without one
 * @param note in the author's words, or null; recorded in the history
 */
public record By(
        Actor actor, @Nullable Long version, @Nullable String note) {
    public static final By SYSTEM = of(Actor.SYSTEM);

    public static By of(Actor actor) {
        return new By(actor, null, null);
    }
}
