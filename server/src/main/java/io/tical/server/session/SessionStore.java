package io.tical.server.session;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import java.time.Instant;

/** The SQL of sessions of all kinds of people. Each has a table of its own, with the same key and times. */
final class SessionStore {
    private SessionStore() {}

    static void seen(Session session, String table, byte[] tokenHash, Instant now) {
        session.sql("UPDATE " + table + " SET last_seen_at = :now WHERE token_hash = :hash")
                .bind("now", now)
                .bind("hash", tokenHash)
                .run();
    }

    static long delete(Session session, String table, byte[] tokenHash) {
        return session.sql("DELETE FROM " + table + " WHERE token_hash = :hash")
                .bind("hash", tokenHash)
                .run();
    }

    /** Deletes sessions that have ended, except altered ones; returns how many. */
    static long forget(Session session, BulkWrite<?> sessions, Instant idleSince, Instant now, int rowsMax) {
        var ended = session.sql("SELECT * FROM " + sessions.table()
                        + " WHERE last_seen_at <= :idle_since OR expires_at <= :now LIMIT :rows")
                .bind("idle_since", idleSince)
                .bind("now", now)
                .bind("rows", rowsMax);
        return sessions.readingProof(session).forget(session, ended);
    }
}
