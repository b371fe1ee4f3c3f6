package io.tical.server.dashboard;

import io.tical.db.Session;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.session.Directory;
import io.tical.server.session.Member;
import io.tical.server.session.SignIn;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The directory of the dashboard's users. */
record Members(DashboardUsers users) implements Directory<Member> {
    @Override
    public String table() {
        return MemberStore.TABLE;
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
        MemberStore.insert(session, tokenHash, member, now);
    }

    @Override
    public Optional<Found<Member>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return MemberStore.find(session, tokenHash, now, idleSince);
    }

    /** Deletes every session of a user, in the transaction that deletes the user. */
    void deleteSessions(Session session, UUID organizationId, UUID userId) {
        MemberStore.deleteOthers(session, organizationId, userId, new byte[0]);
    }

    @Override
    public void deleteOthers(Session session, Member member, byte[] keptTokenHash) {
        MemberStore.deleteOthers(session, member.organizationId(), member.userId(), keptTokenHash);
    }
}
