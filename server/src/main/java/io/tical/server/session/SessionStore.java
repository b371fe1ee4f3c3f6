package io.tical.server.session;

import io.tical.db.Session;
import java.time.Instant;

/** The SQL of sessions, common to all surfaces. */
final class SessionStore {
    private final String table;

    SessionStore(String table) {
        this.table = table;
    }

    void seen(Session session, byte[] tokenHash, Instant now) {
        session.sql("UPDATE " + table + " SET last_seen_at = :now WHERE token_hash = :hash")
                .bind("now", now)
                .bind("hash", tokenHash)
                .run();
    }

    void delete(Session session, byte[] tokenHash) {
        session.sql("DELETE FROM " + table + " WHERE token_hash = :hash")
                .bind("hash", tokenHash)
                .run();
    }

    /** Deletes at most {@code rowsMax} expired sessions. */
    long deleteEnded(Session session, Instant now, Instant idleSince, int rowsMax) {
        return session.sql("DELETE FROM " + table + " WHERE token_hash IN (SELECT token_hash FROM " + table
                        + " WHERE last_seen_at <= :idle_since OR expires_at <= :now LIMIT :rows)")
                .bind("idle_since", idleSince)
                .bind("now", now)
                .bind("rows", rowsMax)
                .run();
    }
}
