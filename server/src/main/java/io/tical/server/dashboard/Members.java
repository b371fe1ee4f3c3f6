package io.tical.server.dashboard;

import io.tical.common.Word;
import io.tical.db.Session;
import io.tical.server.merchant.DashboardUser;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.session.Directory;
import io.tical.server.session.Member;
import io.tical.server.session.SignIn;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The directory of the dashboard's users, and the SQL of their sessions. */
record Members(DashboardUsers users) implements Directory<Member> {
    @Override
    public String table() {
        return "dashboard_session";
    }

    @Override
    public <T> Optional<T> signIn(
            String username,
            String password,
            String source,
            Instant expiresAt,
            BiFunction<Session, Member, T> opening) {
        return users.signIn(
                username,
                password,
                source,
                (session, user) -> opening.apply(
                        session,
                        new Member(user.organizationId(), user.id(), user.username(), user.role(), expiresAt)));
    }

    @Override
    public void changePassword(Member member, String current, SignIn wanted, Consumer<Session> also) {
        users.changePassword(member.organizationId(), member.userId(), current, wanted, also);
    }

    @Override
    public void insert(Session session, byte[] tokenHash, Member member, Instant now) {
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

    @Override
    public Optional<Found<Member>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return session.sql("""
                        SELECT u.organization_id, u.user_id, u.username, u.role, s.expires_at, s.last_seen_at
                        FROM dashboard_session s JOIN dashboard_user u USING (organization_id, user_id)
                        WHERE s.token_hash = :hash AND s.expires_at > :now AND s.last_seen_at > :idle_since
                        """)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> new Found<>(
                        new Member(
                                row.uuid("organization_id"),
                                row.uuid("user_id"),
                                row.text("username"),
                                Word.of(Member.Role.class, row.text("role")),
                                row.instant("expires_at")),
                        row.instant("last_seen_at")));
    }

    @Override
    public void deleteOthers(Session session, Member member, byte[] keptTokenHash) {
        deleteSessions(session, member.organizationId(), member.userId(), keptTokenHash);
    }

    /** Deletes a user of the same organization with all sessions. */
    DashboardUser delete(Member by, UUID userId) {
        var organizationId = by.organizationId();
        return users.delete(
                organizationId,
                by.userId(),
                userId,
                session -> deleteSessions(session, organizationId, userId, new byte[0]));
    }

    /** Deletes every session of a user except one; all of them for an empty hash. */
    private static void deleteSessions(Session session, UUID organizationId, UUID userId, byte[] keptTokenHash) {
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
