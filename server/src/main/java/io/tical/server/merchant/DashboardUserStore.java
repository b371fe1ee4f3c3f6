package io.tical.server.merchant;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords.Account;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of dashboard users and their usernames, which are unique across organizations. */
final class DashboardUserStore {
    static final Table<Account<DashboardUser>> USERS = Table.of("dashboard_user", DashboardUserStore::columns);

    static final Table<Username> USERNAMES = Table.of("dashboard_username", DashboardUserStore::nameColumns);

    private static final String OF_USER =
            " WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    private DashboardUserStore() {}

    /** The user of a username. */
    record Username(String username, UserKey key) {
        static Username of(DashboardUser user) {
            return new Username(user.username(), new UserKey(user.organizationId(), user.id()));
        }
    }

    /** Identifies a user. */
    record UserKey(UUID organizationId, UUID userId) {}

    /** Inserts a user with the username. Returns false if the username is in use. */
    static boolean insert(Session session, DashboardUser user, String passwordHash) {
        if (!USERNAMES.insertIfAbsent(session, Username.of(user))) {
            return false;
        }
        USERS.insert(session, List.of(new Account<>(user, passwordHash))).run();
        return true;
    }

    static Optional<Account<DashboardUser>> byName(Session session, String username) {
        return session.sql("SELECT * FROM dashboard_username WHERE username = :username")
                .bind("username", username)
                .first(USERNAMES.locked(session))
                .flatMap(name -> find(session, name.key(), false));
    }

    /** @param lock whether to lock the user until the transaction ends */
    static Optional<Account<DashboardUser>> find(Session session, UserKey key, boolean lock) {
        return session.sql("SELECT * FROM dashboard_user" + OF_USER + (lock ? " FOR UPDATE" : ""))
                .bind("organization", key.organizationId())
                .bind("user", key.userId())
                .first(USERS.locked(session));
    }

    static List<DashboardUser> list(Session session, UUID organizationId) {
        return all(session, organizationId, "").list(row -> USERS.read(row).user());
    }

    /** Locks the users of an organization until the transaction ends. */
    static List<DashboardUser> lock(Session session, UUID organizationId) {
        return all(session, organizationId, " FOR UPDATE")
                .list(USERS.locked(session).andThen(Account::user));
    }

    private static Session.Statement all(Session session, UUID organizationId, String end) {
        return session.sql("SELECT * FROM dashboard_user WHERE organization_id = cast(:organization AS uuid)"
                        + " ORDER BY user_id" + end)
                .bind("organization", organizationId);
    }

    /** Records a sign-in. Returns false if the user was deleted or the password was changed. */
    static boolean signedIn(Session session, Account<DashboardUser> known, Instant at) {
        var sql = "UPDATE dashboard_user SET last_sign_in_at = :at" + OF_USER + " AND password_hash = :hash";
        var statement = session.sql(sql).bind("at", at).bind("hash", known.passwordHash());
        return of(statement, known.user()).run() == 1;
    }

    /** Replaces a password. Returns false if the user was deleted or the password was changed concurrently. */
    static boolean setPassword(Session session, Account<DashboardUser> known, String passwordHash) {
        var user = known.user();
        var stored = find(session, new UserKey(user.organizationId(), user.id()), true)
                .filter(now -> now.passwordHash().equals(known.passwordHash()));
        stored.ifPresent(now -> USERS.update(session, List.of(new Account<>(now.user(), passwordHash)))
                .run());
        return stored.isPresent();
    }

    /** Deletes a user with the username. */
    static void delete(Session session, DashboardUser user) {
        USERNAMES
                .proof(session)
                .delete(of(session.sql("DELETE FROM dashboard_username WHERE username = :username RETURNING *"), user));
        USERS.proof(session).delete(of(session.sql("DELETE FROM dashboard_user" + OF_USER + " RETURNING *"), user));
    }

    private static Session.Statement of(Session.Statement statement, DashboardUser user) {
        return statement
                .bind("organization", user.organizationId())
                .bind("user", user.id())
                .bind("username", user.username());
    }

    private static Function<Row, Account<DashboardUser>> columns(TableColumns<Account<DashboardUser>> t) {
        var user = t.part(Account::user);
        var organizationId = user.key("organization_id", ID, DashboardUser::organizationId);
        var userId = user.key("user_id", ID, DashboardUser::id);
        var username = user.insertOnly("username", TEXT, DashboardUser::username);
        var role = user.insertOnly("role", word(Member.Role.class), DashboardUser::role);
        var passwordHash = t.column("password_hash", TEXT, Account::passwordHash);
        var createdAt = user.insertOnly("created_at", TIME, DashboardUser::createdAt);
        var lastSignInAt = user.outsideMac("last_sign_in_at", TIME.orNull(), DashboardUser::lastSignInAt);
        return row -> new Account<>(
                new DashboardUser(
                        userId.of(row),
                        organizationId.of(row),
                        username.of(row),
                        role.of(row),
                        createdAt.of(row),
                        lastSignInAt.of(row)),
                passwordHash.of(row));
    }

    private static Function<Row, Username> nameColumns(TableColumns<Username> t) {
        var key = t.part(Username::key);
        var username = t.key("username", TEXT, Username::username);
        var organizationId = key.column("organization_id", ID, UserKey::organizationId);
        var userId = key.column("user_id", ID, UserKey::userId);
        return row -> new Username(username.of(row), new UserKey(organizationId.of(row), userId.of(row)));
    }
}
