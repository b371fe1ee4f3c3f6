package io.tical.server.staff;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.session.Passwords;
import io.tical.server.session.SignIn;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The operators. An operator who leaves is disabled, not deleted: the audit log contains usernames, so a username is never used again.
 */
public record Operators(Database database, Passwords passwords, Clock clock) {
    private static final String RESOURCE = "operator";

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if the username is or was in use */
    public Operator create(SignIn signIn, Operator.Role role, Actor by) {
        var hash = passwords.hash(signIn.password());
        return create(signIn.username(), hash, role, told(by));
    }

    /** Creates the operator that two operators decided on. Exceptions as for {@link #create(SignIn, Operator.Role, Actor)}. */
    public Operator create(String username, String passwordHash, Operator.Role role, StaffDecision by) {
        return create(username, passwordHash, role, told(by));
    }

    private Operator create(String username, String passwordHash, Operator.Role role, Told told) {
        return database.transaction(session -> {
            var now = clock.instant();
            var operator = create(session, username, passwordHash, role, now);
            told.write(session, username, act("create", null, operator), now);
            return operator;
        });
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if the username is or was in use */
    public void requireFree(String username) {
        if (database.run(session -> OperatorStore.byName(session, username)).isPresent()) {
            throw SignIn.taken(username);
        }
    }

    /** Writes a change of an operator to the audit log, so that all administrators are told. */
    @FunctionalInterface
    private interface Told {
        void write(Session session, String username, Act act, Instant at);
    }

    private static Told told(StaffDecision by) {
        return (session, username, act, now) ->
                AuditEntry.insertLater(session, by.actor(), act.ofControl(username, by), now);
    }

    private static Told told(Actor by) {
        return (session, username, act, now) -> AuditEntry.insertLater(session, by, act.ofControl(username), now);
    }

    /** Creates an operator of the first start. */
    public static Operator create(
            Session session, String username, String passwordHash, Operator.Role role, Instant now) {
        var operator = new Operator(Ids.next(), username, role, now, null);
        if (!OperatorStore.insert(session, operator, passwordHash)) {
            throw SignIn.taken(username);
        }
        return operator;
    }

    /** All operators in the order of their creation, including disabled ones. */
    public List<Operator> list() {
        return database.run(OperatorStore::list);
    }

    /** Whether another active operator than this one, by username, has a permission. */
    public boolean anotherMay(String username, Permission permission) {
        return list().stream()
                .anyMatch(one -> one.active()
                        && !one.username().equals(username)
                        && one.role().may(permission));
    }

    /**
     * Finds the operator with this username and password. Takes the same time for unknown usernames.
     *
     * @param source the network of the client
     * @param letIn runs in a transaction in which the password is still valid
     * @throws Problem.Unavailable if too many sign-ins are in progress
     * @throws io.tical.db.AlteredRow if the service did not write the operator
     */
    public <T> Optional<T> signIn(
            String username, String password, String source, BiFunction<Session, Operator, T> letIn) {
        var account = database.run(session -> OperatorStore.byName(session, SignIn.normal(username)))
                .filter(known -> known.user().active());
        return passwords
                .check(account, password, source)
                .flatMap(known -> database.transaction(session -> {
                    var now =
                            OperatorStore.find(session, known.user().id(), true).filter(known::equals);
                    return now.map(valid -> letIn.apply(session, valid.user()));
                }));
    }

    /** @throws Problem.NotFound {@code OPERATOR_NOT_FOUND} */
    public Operator read(UUID operatorId) {
        return database.run(session -> OperatorStore.find(session, operatorId, false))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE))
                .user();
    }

    /** The id of the operator with this username, also of a disabled one. */
    public static Optional<UUID> idOf(Session session, String username) {
        return OperatorStore.byName(session, username).map(known -> known.user().id());
    }

    /** An operator who exists and is not disabled. */
    static Optional<Operator> active(Session session, UUID operatorId) {
        return OperatorStore.find(session, operatorId, false)
                .map(Passwords.Account::user)
                .filter(Operator::active);
    }

    /**
     * Checks the password of a signed-in operator.
     *
     * @throws Problem.Invalid if it is wrong
     */
    public void confirm(UUID operatorId, String password) {
        var known = database.run(session -> OperatorStore.find(session, operatorId, false))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        if (!passwords.verify(password, known.passwordHash())) {
            throw new Problem.Invalid("password", "wrong", "is not your password");
        }
    }

    /**
     * Changes an operator's own password.
     *
     * @param current the current password
     * @param wanted the username and the new password
     * @param also runs in the same transaction and must end the sessions opened with the old password
     * @throws Problem.Invalid if {@code current} is wrong
     */
    public void changePassword(UUID operatorId, String current, SignIn wanted, Actor by, Consumer<Session> also) {
        var known = database.run(session -> OperatorStore.find(session, operatorId, false))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        if (!passwords.verify(current, known.passwordHash())) {
            throw new Problem.Invalid("current_password", "wrong", "is not your password");
        }
        var hash = passwords.hash(wanted.password());
        database.transaction(session -> {
            var stored = OperatorStore.find(session, operatorId, true)
                    .filter(known::equals)
                    .orElseThrow(() -> new Problem.Invalid(
                            "current_password", "wrong", "is no longer your password; sign in again"));
            OperatorStore.update(session, stored.user(), hash);
            AuditEntry.insertLater(session, by, act("change_password", null, stored.user()), clock.instant());
            also.accept(session);
            return stored;
        });
    }

    /**
     * Sets the forgotten password of another operator.
     *
     * @param also runs in the same transaction and must end the operator's sessions
     * @throws Problem.NotFound {@code OPERATOR_NOT_FOUND}
     */
    public Operator resetPassword(UUID operatorId, String password, Actor by, Consumer<Session> also) {
        var hash = passwords.hash(new SignIn(read(operatorId).username(), password).password());
        return setPassword(operatorId, hash, told(by), also);
    }

    /** Sets the password that two operators decided on. Exceptions as for {@link #resetPassword}. */
    public Operator resetPassword(UUID operatorId, String hash, StaffDecision by, Consumer<Session> also) {
        return setPassword(operatorId, hash, told(by), also);
    }

    private Operator setPassword(UUID operatorId, String hash, Told told, Consumer<Session> also) {
        return database.transaction(session -> {
            var operator = OperatorStore.find(session, operatorId, true)
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE))
                    .user();
            OperatorStore.update(session, operator, hash);
            told.write(session, operator.username(), act("reset_password", null, operator), clock.instant());
            also.accept(session);
            return operator;
        });
    }

    /**
     * Disables an operator. Does nothing if the operator is already disabled.
     *
     * @param also runs in the same transaction and must end the operator's sessions
     * @throws Problem.NotFound {@code OPERATOR_NOT_FOUND}
     * @throws Problem.Conflict {@code LAST_ADMIN} for the only administrator, {@code OWN_USER} for the requesting operator
     */
    public Operator disable(UUID operatorId, StaffDecision by, Consumer<Session> also) {
        return database.transaction(session -> {
            // Locks all, so that two administrators cannot disable each other concurrently.
            var all = OperatorStore.lock(session);
            var account = all.stream()
                    .filter(one -> one.user().id().equals(operatorId))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            var operator = account.user();
            if (!operator.active()) {
                return operator;
            }
            var admins = all.stream()
                    .map(Passwords.Account::user)
                    .filter(one -> one.active() && one.role() == Operator.Role.ADMIN);
            if (admins.toList().equals(List.of(operator))) {
                throw new Problem.Conflict(
                        "LAST_ADMIN", operator.username() + " is the only administrator; create another one first");
            }
            if (operator.username().equals(by.operator())) {
                throw new Problem.Conflict("OWN_USER", "You cannot disable yourself; ask another administrator");
            }
            var now = clock.instant();
            var disabled = new Operator(operator.id(), operator.username(), operator.role(), operator.createdAt(), now);
            OperatorStore.update(session, disabled, account.passwordHash());
            told(by).write(session, operator.username(), act("disable", operator, disabled), now);
            also.accept(session);
            return disabled;
        });
    }

    private static Act act(String action, @Nullable Operator before, Operator after) {
        return new Act(null, action, RESOURCE, after.id(), before, after);
    }
}
