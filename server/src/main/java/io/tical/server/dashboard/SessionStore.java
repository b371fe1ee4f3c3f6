package io.tical.server.dashboard;

import io.tical.db.Session;
import io.tical.server.merchant.DashboardUser.Role;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The SQL of sessions. */
final class SessionStore {
    private SessionStore() {}

    record Found(Member member, Instant lastSeenAt) {}

    static void insert(Session session, byte[] tokenHash, Member member, Instant now) {
        session.sql("""
                        INSERT INTO dashboard_session
                            (token_hash, organization_id, user_id, created_at, last_seen_at, expires_at)
                        VALUES (:hash, cast(:organization AS uuid), cast(:user AS uuid), :now, :now, :expires)
                        """)
                .bind("hash", tokenHash)
                .bind("organization", member.organizationId())
                .bind("user", member.userId())
                .bind("now", now)
                .bind("expires", member.expiresAt())
                .run();
    }

    /** A session that has not ended, of a user who still exists. */
    static Optional<Found> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return session.sql("""
                        SELECT u.organization_id, u.user_id, u.username, u.role, s.expires_at, s.last_seen_at
                        FROM dashboard_session s JOIN dashboard_user u USING (organization_id, user_id)
                        WHERE s.token_hash = :hash AND s.expires_at > :now AND s.last_seen_at > :idle_since
                        """)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> new Found(
                        new Member(
                                row.uuid("organization_id"),
                                row.uuid("user_id"),
                                row.text("username"),
                                Role.of(row.text("role")),
                                row.instant("expires_at")),
                        row.instant("last_seen_at")));
    }

    static void seen(Session session, byte[] tokenHash, Instant now) {
        session.sql("UPDATE dashboard_session SET last_seen_at = :now WHERE token_hash = :hash")
                .bind("now", now)
                .bind("hash", tokenHash)
                .run();
    }

    static void delete(Session session, byte[] tokenHash) {
        session.sql("DELETE FROM dashboard_session WHERE token_hash = :hash")
                .bind("hash", tokenHash)
                .run();
    }

    /** Deletes every session of a user but one. */
    static void deleteOthers(Session session, UUID organizationId, UUID userId, byte[] keptTokenHash) {
        session.sql("""
                        DELETE FROM dashboard_session
                        WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)
                          AND token_hash <> :kept
                        """)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("kept", keptTokenHash)
                .run();
    }

    /** Deletes sessions that ended by themselves, at most so many. */
    static long deleteEnded(Session session, Instant now, Instant idleSince, int rowsMax) {
        return session.sql("""
                        DELETE FROM dashboard_session WHERE token_hash IN (
                            SELECT token_hash FROM dashboard_session
                            WHERE last_seen_at <= :idle_since OR expires_at <= :now LIMIT :rows)
                        """)
                .bind("idle_since", idleSince)
                .bind("now", now)
                .bind("rows", rowsMax)
                .run();
    }
}
