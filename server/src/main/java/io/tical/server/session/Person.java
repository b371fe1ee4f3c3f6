package io.tical.server.session;

import java.time.Instant;

/** A signed-in user. */
public interface Person {
    String username();

    /** When the session ends, regardless of activity. */
    Instant expiresAt();
}
