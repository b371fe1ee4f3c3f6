package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.merchant.DashboardUserStore.UserKey;
import io.tical.server.problem.Problem;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords;
import io.tical.server.session.Passwords.Account;
import io.tical.server.session.SignIn;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The users of merchants' dashboards. Usernames are unique across organizations.
 *
 * @param author the author of changes, for the audit log
 * @param decision the operator's decision that makes the changes; null if no operator makes them
 */
public record DashboardUsers(
        Database database,
        Passwords passwords,
        Clock clock,
        Actor author,
        @Nullable StaffDecision decision) {
    private static final String RESOURCE = "user";

    /** These use cases with this person as the author. */
    public DashboardUsers by(Actor person) {
        return new DashboardUsers(database, passwords, clock, person, null);
    }

    /** These use cases as an operator decided. */
    public DashboardUsers by(StaffDecision operator) {
        return new DashboardUsers(database, passwords, clock, operator.actor(), operator);
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if any organization uses the username */
    public DashboardUser create(UUID organizationId, SignIn signIn, Member.Role role) {
        return create(organizationId, signIn.username(), passwords.hash(signIn.password()), role);
    }

    /** Creates a user with the hash of a password. Exceptions as for {@link #create(UUID, SignIn, Member.Role)}. */
    public DashboardUser create(UUID organizationId, String username, String hash, Member.Role role) {
        return database.transaction(session -> {
            var user = create(session, organizationId, username, hash, role, clock.instant());
            audit(session, "create", null, user);
            return user;
        });
    }

    static DashboardUser create(
            Session session, UUID organizationId, String username, String passwordHash, Member.Role role, Instant now) {
        var user = new DashboardUser(Ids.next(), organizationId, username, role, now, null);
        if (!DashboardUserStore.insert(session, user, passwordHash)) {
            throw SignIn.taken(username);
        }
        return user;
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if any organization uses the username */
    public void requireFree(String username) {
        if (database.run(session -> DashboardUserStore.byName(session, username))
                .isPresent()) {
            throw SignIn.taken(username);
        }
    }

    /** Lists the users of an organization in creation order. */
    public List<DashboardUser> list(UUID organizationId) {
        return database.run(session -> DashboardUserStore.list(session, organizationId));
    }

    /**
     * The user of a session.
     *
     * @throws io.tical.db.AlteredRow if the service did not write the user
     */
    public Optional<DashboardUser> find(Session session, UUID organizationId, UUID userId) {
        return DashboardUserStore.find(session, new UserKey(organizationId, userId), false)
                .map(Account::user);
    }

    /** The user with this username, however it is written. */
    public Optional<DashboardUser> named(Session session, String username) {
        return DashboardUserStore.byName(session, SignIn.normal(username)).map(Account::user);
    }

    /** Locks a user until the transaction ends. Returns false if there is none. */
    public boolean lock(Session session, UUID organizationId, UUID userId) {
        return DashboardUserStore.find(session, new UserKey(organizationId, userId), true)
                .isPresent();
    }

    /**
     * Finds the user with this username and password, and records the sign-in. Takes the same time for unknown usernames.
     *
     * @param source the network of the client
     * @param letIn runs in the transaction that records the sign-in, in which the password is still valid
     * @throws Problem.Unavailable if too many sign-ins are in progress
     * @throws io.tical.db.AlteredRow if the service did not write the user
     */
    public <T> Optional<T> signIn(
            String username, String password, String source, BiFunction<Session, DashboardUser, T> letIn) {
        var account = database.run(session -> DashboardUserStore.byName(session, SignIn.normal(username)));
        return passwords
                .check(account, password, source)
                .flatMap(known ->
                        database.transaction(session -> DashboardUserStore.signedIn(session, known, clock.instant())
                                ? Optional.of(letIn.apply(session, known.user()))
                                : Optional.empty()));
    }

    /** Locks a user and records a sign-in without a password. Empty if there is no such user. */
    public Optional<DashboardUser> enter(Session session, UUID organizationId, UUID userId) {
        return DashboardUserStore.find(session, new UserKey(organizationId, userId), true)
                .filter(known -> DashboardUserStore.signedIn(session, known, clock.instant()))
                .map(Account::user);
    }

    /**
     * Checks the password of a user who is signed in.
     *
     * @throws Problem.Invalid if it is wrong
     */
    public void confirm(UUID organizationId, UUID userId, String password) {
        var known = database.run(
                        session -> DashboardUserStore.find(session, new UserKey(organizationId, userId), false))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        if (!passwords.verify(password, known.passwordHash())) {
            throw new Problem.Invalid("password", "wrong", "is not your password");
        }
    }

    /**
     * Changes a user's own password.
     *
     * @param current the current password
     * @param wanted the username and the new password
     * @param also runs in the same transaction and must end the sessions opened with the old password
     * @throws Problem.Invalid if {@code current} is wrong
     */
    public void changePassword(
            UUID organizationId, UUID userId, String current, SignIn wanted, Consumer<Session> also) {
        var key = new UserKey(organizationId, userId);
        var known = database.run(session -> DashboardUserStore.find(session, key, false))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        if (!passwords.verify(current, known.passwordHash())) {
            throw new Problem.Invalid("current_password", "wrong", "is not your password");
        }
        var hash = passwords.hash(wanted.password());
        database.transaction(session -> {
            if (!DashboardUserStore.setPassword(session, known, hash)) {
                throw new Problem.Invalid("current_password", "wrong", "is no longer your password; sign in again");
            }
            audit(session, "change_password", null, known.user());
            also.accept(session);
            return known;
        });
    }

    /**
     * Deletes a user. The username becomes available.
     *
     * @param own the user who requests the deletion; null if an operator does
     * @param also runs in the same transaction and must end the user's sessions
     * @throws Problem.NotFound {@code USER_NOT_FOUND}
     * @throws Problem.Conflict {@code LAST_OWNER} for the only owner, {@code OWN_USER} for {@code own}
     */
    public DashboardUser delete(UUID organizationId, @Nullable UUID own, UUID userId, Consumer<Session> also) {
        return database.transaction(session -> {
            // Locks all users, so that two owners cannot delete each other concurrently.
            var users = DashboardUserStore.lock(session, organizationId);
            var user = users.stream()
                    .filter(candidate -> candidate.id().equals(userId))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            requireAnotherOwner(users, user);
            if (user.id().equals(own)) {
                throw new Problem.Conflict("OWN_USER", "You cannot delete your own user; ask another owner");
            }
            DashboardUserStore.delete(session, user);
            audit(session, "delete", user, null);
            also.accept(session);
            return user;
        });
    }

    /**
     * A user who can be deleted.
     *
     * @throws Problem.NotFound {@code USER_NOT_FOUND}
     * @throws Problem.Conflict {@code LAST_OWNER} for the only owner
     */
    public DashboardUser deletable(UUID organizationId, UUID userId) {
        var users = list(organizationId);
        var user = users.stream()
                .filter(one -> one.id().equals(userId))
                .findFirst()
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        requireAnotherOwner(users, user);
        return user;
    }

    private static void requireAnotherOwner(List<DashboardUser> users, DashboardUser user) {
        var owners = users.stream().filter(other -> other.role() == Member.Role.OWNER);
        if (owners.toList().equals(List.of(user))) {
            throw new Problem.Conflict(
                    "LAST_OWNER", user.username() + " is the only owner; make another user an owner first");
        }
    }

    private void audit(Session session, String action, @Nullable DashboardUser before, @Nullable DashboardUser after) {
        var user = Objects.requireNonNull(after == null ? before : after);
        var act = new Act(user.organizationId(), action, RESOURCE, user.id(), before, after);
        var told =
                decision != null && user.role() == Member.Role.OWNER ? act.ofControl(user.username(), decision) : act;
        AuditEntry.insertLater(session, author, told, clock.instant());
    }
}
