package io.tical.server.staff;

import io.tical.common.Ids;
import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.session.Client;
import io.tical.server.session.Directory;
import io.tical.server.session.PersonKey;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import io.tical.server.staff.StaffSessionStore.Live;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The directory of operators, and their sessions. */
public record StaffSessions(Operators operators, Roles roles, SecondFactors factors) implements Directory<Staff> {
    /**
     * An active session in a list.
     *
     * @param source the network that the operator signed in from
     */
    public record Item(
            UUID id,
            UUID operatorId,
            String username,
            String source,
            Instant createdAt,
            Instant lastSeenAt,
            Instant expiresAt) {}

    @Override
    public BulkWrite<?> sessions() {
        return StaffSessionStore.SESSIONS;
    }

    @Override
    public <T> Optional<T> signIn(
            String username, String password, String source, Instant expiresAt, BiFunction<Session, Staff, T> opening) {
        return operators.signIn(username, password, source, (session, operator) -> {
            var staff = new Staff(
                    operator.id(),
                    Ids.next(),
                    operator.username(),
                    operator.role(),
                    source,
                    expiresAt,
                    null,
                    mustEnrol(session, operator));
            var act = new Act(null, "sign_in", "session", staff.sessionId(), null, null);
            AuditEntry.insertLater(
                    session, staff.actor(), act, operators.clock().instant());
            return opening.apply(session, staff);
        });
    }

    /** The audit log has the failures of operators who exist: a line for each, and one for the lock that the last of them caused. */
    @Override
    public void failed(String username, Failure attempt) {
        operators.database().transaction(session -> {
            OperatorStore.byName(session, SignIn.normal(username)).ifPresent(account -> {
                var operator = account.user();
                var by = Actor.staff(operator.username(), attempt.requestId())
                        .from(attempt.source().getHostAddress());
                for (var action : attempt.actions()) {
                    var act = new Act(null, action, "operator", operator.id(), null, null);
                    AuditEntry.insertLater(session, by, act, operators.clock().instant());
                }
            });
            return true;
        });
    }

    @Override
    public void changePassword(Staff staff, String current, SignIn wanted, Actor by, Consumer<Session> also) {
        operators.changePassword(staff.operatorId(), current, wanted, by, also);
    }

    @Override
    public void confirm(Staff staff, String password) {
        operators.confirm(staff.operatorId(), password);
    }

    @Override
    public boolean lock(Session session, PersonKey key) {
        return OperatorStore.find(session, key.personId(), true).isPresent();
    }

    @Override
    public void insert(Session session, byte[] tokenHash, Staff staff, Client client, Instant now) {
        StaffSessionStore.insert(session, tokenHash, staff, now);
    }

    @Override
    public Optional<Found<Staff>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return StaffSessionStore.find(session, tokenHash, now, idleSince)
                .flatMap(live -> Operators.active(session, live.operatorId())
                        .map(operator -> new Found<>(staff(session, operator, live), live.lastSeenAt())));
    }

    /** Whether a second factor is required of the operator, who has none. */
    private boolean mustEnrol(Session session, Operator operator) {
        return roles.requireSecondFactor(session, operator.username(), operator.role())
                && !factors.isOf(session, PersonKey.operator(operator.id()));
    }

    @Override
    public boolean requiresSecondFactor(Session session, Staff staff) {
        return roles.requireSecondFactor(session, staff.username(), staff.role());
    }

    @Override
    public void proved(Session session, byte[] tokenHash, Staff staff, Instant now) {
        StaffSessionStore.find(session, tokenHash, now, now.minus(Sessions.IDLE_MAX))
                .ifPresent(live -> StaffSessionStore.update(session, tokenHash, staff.provedAt(now), live));
    }

    /** Uses one statement for all event streams. Sessions of disabled operators and altered sessions are not active. */
    @Override
    public List<String> active(Session session, Collection<String> tokenHashes, Instant now, Instant idleSince) {
        return StaffSessionStore.active(session, tokenHashes, now, idleSince);
    }

    private Staff staff(Session session, Operator operator, Live live) {
        return new Staff(
                operator.id(),
                live.sessionId(),
                operator.username(),
                operator.role(),
                live.source(),
                live.expiresAt(),
                live.provedAt(),
                mustEnrol(session, operator));
    }

    @Override
    public void deleteOthers(Session session, Staff staff, byte[] keptTokenHash) {
        StaffSessionStore.deleteAll(session, staff.operatorId(), keptTokenHash);
    }

    /**
     * Active sessions, the newest first.
     *
     * @param operatorId the operator; null for all
     */
    public List<Item> list(@Nullable UUID operatorId) {
        var now = operators.clock().instant();
        return operators
                .database()
                .run(session -> StaffSessionStore.list(session, operatorId, now, now.minus(Sessions.IDLE_MAX)));
    }

    /**
     * Ends a session.
     *
     * @param operatorId the operator whose session it must be; null for any
     * @throws Problem.NotFound {@code SESSION_NOT_FOUND}
     */
    public void end(UUID sessionId, @Nullable UUID operatorId, Actor by) {
        operators.database().transaction(session -> {
            var ended = StaffSessionStore.delete(session, sessionId, operatorId);
            if (ended == 0) {
                throw Problem.NotFound.of("session");
            }
            var act = new Act(null, "end", "session", sessionId, null, null);
            AuditEntry.insertLater(session, by, act, operators.clock().instant());
            return ended;
        });
    }

    /** Disables an operator and ends the operator's sessions. */
    public Operator disable(UUID operatorId, StaffDecision by) {
        return operators.disable(
                operatorId, by, session -> StaffSessionStore.deleteAll(session, operatorId, new byte[0]));
    }

    /**
     * Removes the lost second factor of another operator and ends the operator's sessions. Returns whether there was a second factor.
     *
     * @throws Problem.NotFound {@code OPERATOR_NOT_FOUND}
     * @throws Problem.Conflict {@code OWN_USER} for the requesting operator, who can turn it off with a code
     */
    public boolean resetSecondFactor(UUID operatorId, Actor by) {
        var name = requireOther(operatorId, by.id());
        return resetSecondFactor(operatorId, by, act -> act.ofControl(name));
    }

    /** Removes the second factor of a third operator, as two operators decided. Exceptions as for the other method. */
    public boolean resetSecondFactor(UUID operatorId, StaffDecision by) {
        requireOther(operatorId, by.operator());
        var name = requireOther(operatorId, by.asker());
        return resetSecondFactor(operatorId, by.actor(), act -> act.ofControl(name, by));
    }

    /**
     * The username of an operator.
     *
     * @param username of another one
     * @throws Problem.Conflict {@code OWN_USER} if both are the same
     */
    public String requireOther(UUID operatorId, @Nullable String username) {
        var name = operators.read(operatorId).username();
        if (name.equals(username)) {
            throw new Problem.Conflict(
                    "OWN_USER", "You cannot reset your own second factor; turn it off with one of its codes");
        }
        return name;
    }

    private boolean resetSecondFactor(UUID operatorId, Actor by, UnaryOperator<Act> told) {
        var key = PersonKey.operator(operatorId);
        return factors.reset(
                key,
                by,
                told,
                session -> lock(session, key) && StaffSessionStore.deleteAll(session, operatorId, new byte[0]) > 0);
    }

    /** Sets the password that two operators decided on, as its hash, and ends the operator's sessions. */
    public Operator resetPassword(UUID operatorId, String hash, StaffDecision by) {
        return operators.resetPassword(
                operatorId, hash, by, session -> StaffSessionStore.deleteAll(session, operatorId, new byte[0]));
    }

    /** Sets the password of another operator and ends the operator's sessions. */
    public Operator resetPassword(UUID operatorId, String password, Actor by) {
        return operators.resetPassword(
                operatorId, password, by, session -> StaffSessionStore.deleteAll(session, operatorId, new byte[0]));
    }
}
