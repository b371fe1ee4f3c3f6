package io.tical.server.session;

import java.time.Instant;

/** Somebody who has signed in. */
public interface Person {
    String username();

    /** When the session ends, however busy it is. */
    Instant expiresAt();
}
