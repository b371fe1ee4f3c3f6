package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.session.Account;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords;
import io.tical.server.session.SignIn;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The people who sign in to merchants' dashboards. Their usernames are unique over all organizations. */
public final class DashboardUsers {
    private static final String RESOURCE = "user";

    private final Database database;
    private final Clock clock;
    private final Passwords passwords;

    public DashboardUsers(Database database, Passwords passwords, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.passwords = passwords;
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when the username is taken, in whichever organization */
    public DashboardUser create(UUID organizationId, SignIn signIn, Member.Role role) {
        var hash = passwords.hash(signIn.password());
        return database.transaction(
                session -> create(session, organizationId, signIn.username(), hash, role, clock.instant()));
    }

    static DashboardUser create(
            Session session, UUID organizationId, String username, String passwordHash, Member.Role role, Instant now) {
        var user = new DashboardUser(Ids.next(), organizationId, username, role, now, null);
        if (!DashboardUserStore.claimName(session, user)) {
            throw SignIn.taken(username);
        }
        DashboardUserStore.insert(session, user, passwordHash);
        return user;
    }

    /** Everybody of an organization, in the order in which they came. */
    public List<DashboardUser> list(UUID organizationId) {
        return database.run(session -> DashboardUserStore.list(session, organizationId));
    }

    /** The user with this name and password; empty for a wrong one, after the same time for an unknown name. */
    public Optional<DashboardUser> authenticate(String username, String password) {
        return passwords.check(account(username), password, "").map(Account::user);
    }

    /**
     * Like {@link #authenticate}, and records the sign-in.
     *
     * @param source the network from which the request came
     * @param letIn runs in the transaction that records it, in which the user still has this password
     * @throws Problem.Unavailable when too many sign in at the same time
     */
    public <T> Optional<T> signIn(
            String username, String password, String source, BiFunction<Session, DashboardUser, T> letIn) {
        return passwords
                .check(account(username), password, source)
                .flatMap(known ->
                        database.transaction(session -> DashboardUserStore.signedIn(session, known, clock.instant())
                                ? Optional.of(letIn.apply(session, known.user()))
                                : Optional.empty()));
    }

    private Optional<Account<DashboardUser>> account(String username) {
        return database.run(session -> DashboardUserStore.byName(session, SignIn.normal(username)));
    }

    /**
     * Replaces a user's password at that user's request.
     *
     * @param current the password until now
     * @param wanted the user's name, and the new password
     * @param also runs in the same transaction: the sessions that the old password opened must end with it
     * @throws Problem.Invalid when {@code current} is wrong
     */
    public void changePassword(
            UUID organizationId, UUID userId, String current, SignIn wanted, Consumer<Session> also) {
        var known = database.run(session -> DashboardUserStore.find(session, organizationId, userId))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        if (!passwords.verify(current, known.passwordHash())) {
            throw new Problem.Invalid("current_password", "wrong", "is not your password");
        }
        var hash = passwords.hash(wanted.password());
        database.transaction(session -> {
            if (!DashboardUserStore.setPassword(session, known, hash)) {
                throw new Problem.Invalid("current_password", "wrong", "is not your password any more");
            }
            also.accept(session);
            return known;
        });
    }

    /**
     * Deletes a user; the name is free again.
     *
     * @param by the user who asks for it
     * @param also runs in the same transaction: the sessions of the user must end with it
     * @throws Problem.NotFound {@code USER_NOT_FOUND}
     * @throws Problem.Conflict {@code LAST_OWNER} for the only owner, {@code OWN_USER} for {@code by}
     */
    public DashboardUser delete(UUID organizationId, UUID by, UUID userId, Consumer<Session> also) {
        return database.transaction(session -> {
            // All of them, so that of two owners who delete each other one stays.
            var users = DashboardUserStore.lockAll(session, organizationId);
            var user = users.stream()
                    .filter(candidate -> candidate.id().equals(userId))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            if (user.role() == Member.Role.OWNER
                    && users.stream()
                                    .filter(other -> other.role() == Member.Role.OWNER)
                                    .count()
                            == 1) {
                throw new Problem.Conflict(
                        "LAST_OWNER", user.username() + " is the only owner; make somebody else one before");
            }
            if (user.id().equals(by)) {
                throw new Problem.Conflict("OWN_USER", "Nobody can delete themselves; ask another owner");
            }
            DashboardUserStore.delete(session, user);
            also.accept(session);
            return user;
        });
    }
}
