package io.tical.server.dashboard;

import io.tical.db.Session;
import io.tical.server.session.Directory;
import io.tical.server.session.Member;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The SQL of the dashboard's sessions. */
final class MemberStore {
    static final String TABLE = "dashboard_session";

    private MemberStore() {}

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

    static Optional<Directory.Found<Member>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return session.sql("""
                        SELECT u.organization_id, u.user_id, u.username, u.role, s.expires_at, s.last_seen_at
                        FROM dashboard_session s JOIN dashboard_user u USING (organization_id, user_id)
                        WHERE s.token_hash = :hash AND s.expires_at > :now AND s.last_seen_at > :idle_since
                        """)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> new Directory.Found<>(
                        new Member(
                                row.uuid("organization_id"),
                                row.uuid("user_id"),
                                row.text("username"),
                                Member.Role.of(row.text("role")),
                                row.instant("expires_at")),
                        row.instant("last_seen_at")));
    }

    /** Deletes every session of a user except one; all of them for an empty hash. */
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
}
