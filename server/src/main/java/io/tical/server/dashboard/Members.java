package io.tical.server.dashboard;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.merchant.DashboardUser;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.problem.Problem;
import io.tical.server.session.Client;
import io.tical.server.session.Directory;
import io.tical.server.session.Member;
import io.tical.server.session.Passkeys;
import io.tical.server.session.PersonKey;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The directory of the dashboard's users. */
record Members(DashboardUsers users, SecondFactors factors, Passkeys passkeys) implements Directory<Member> {
    @Override
    public BulkWrite<?> sessions() {
        return MemberSessionStore.SESSIONS;
    }

    @Override
    public <T> Optional<T> signIn(
            String username,
            String password,
            String source,
            Instant expiresAt,
            BiFunction<Session, Member, T> opening) {
        return users.signIn(
                username, password, source, (session, user) -> opening.apply(session, member(user, expiresAt)));
    }

    /** The user of a verified passkey, in the transaction that opens the session. */
    Member enter(Session session, Passkeys.Signed signed) {
        var key = passkeys.owner(session, signed);
        var user = users.enter(session, key.organization(), key.personId()).orElseThrow(Passkeys::refused);
        passkeys.use(session, key, signed);
        return member(user, users.clock().instant().plus(Sessions.LIFETIME));
    }

    /** The organization's audit log has the failures of users who exist: a line for each, and one for the lock that the last of them caused. */
    @Override
    public void failed(String username, Failure attempt) {
        users.database().transaction(session -> {
            users.named(session, username).ifPresent(user -> {
                var by = Actor.user(
                        user.username(), attempt.requestId(), attempt.source().getHostAddress());
                for (var action : attempt.actions()) {
                    var act = new Act(user.organizationId(), action, "user", user.id(), null, null);
                    AuditEntry.insertLater(session, by, act, users.clock().instant());
                }
            });
            return true;
        });
    }

    @Override
    public void changePassword(Member member, String current, SignIn wanted, Actor by, Consumer<Session> also) {
        users.by(by).changePassword(member.organizationId(), member.userId(), current, wanted, also);
    }

    @Override
    public void confirm(Member member, String password) {
        users.confirm(member.organizationId(), member.userId(), password);
    }

    @Override
    public boolean lock(Session session, PersonKey key) {
        return users.lock(session, key.organization(), key.personId());
    }

    @Override
    public void insert(Session session, byte[] tokenHash, Member member, Client client, Instant now) {
        MemberSessionStore.insert(session, tokenHash, member, client, now);
    }

    @Override
    public Optional<Found<Member>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return MemberSessionStore.find(session, tokenHash, now, idleSince)
                .flatMap(live -> users.find(session, live.organizationId(), live.userId())
                        .map(user -> new Found<>(member(user, live.expiresAt()), live.lastSeenAt())));
    }

    private static Member member(DashboardUser user, Instant expiresAt) {
        return new Member(user.organizationId(), user.id(), user.username(), user.role(), expiresAt);
    }

    @Override
    public void deleteOthers(Session session, Member member, byte[] keptTokenHash) {
        MemberSessionStore.deleteAll(session, member.organizationId(), member.userId(), keptTokenHash);
    }

    /**
     * Deletes a user of an organization with all sessions.
     *
     * @param own the user who requests the deletion; null for an operator
     */
    DashboardUser delete(UUID organizationId, @Nullable UUID own, UUID userId, Actor by) {
        return delete(users.by(by), organizationId, own, userId);
    }

    /** The same by an operator. */
    DashboardUser delete(UUID organizationId, UUID userId, StaffDecision by) {
        return delete(users.by(by), organizationId, null, userId);
    }

    private DashboardUser delete(DashboardUsers by, UUID organizationId, @Nullable UUID own, UUID userId) {
        return by.delete(organizationId, own, userId, session -> {
            MemberSessionStore.deleteAll(session, organizationId, userId, new byte[0]);
            factors.delete(session, PersonKey.user(organizationId, userId));
            passkeys.delete(session, PersonKey.user(organizationId, userId));
        });
    }

    /**
     * Removes the authenticator app and the passkeys of another user who lost a device, and ends the user's sessions, so that what somebody
     * began to add with the lost device is not added afterwards.
     *
     * @throws Problem.NotFound {@code USER_NOT_FOUND}
     * @throws Problem.Conflict {@code OWN_USER} for the requesting user, who can turn it off with a code
     */
    void resetSecondFactor(Member owner, UUID userId, Actor by) {
        if (userId.equals(owner.userId())) {
            throw new Problem.Conflict(
                    "OWN_USER", "You cannot reset your own second factor; turn it off with one of its codes");
        }
        var key = PersonKey.user(owner.organizationId(), userId);
        factors.reset(key, by, UnaryOperator.identity(), session -> {
            if (!lock(session, key)) {
                throw Problem.NotFound.of("user");
            }
            var ended = MemberSessionStore.deleteAll(session, owner.organizationId(), userId, new byte[0]);
            return passkeys.delete(session, key) || ended > 0;
        });
    }

    /** @throws Problem.NotFound {@code USER_NOT_FOUND} */
    void requireUser(UUID organizationId, UUID userId) {
        if (users.database()
                .run(session -> users.find(session, organizationId, userId))
                .isEmpty()) {
            throw Problem.NotFound.of("user");
        }
    }
}
