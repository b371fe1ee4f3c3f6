package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords.Account;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of dashboard users and their usernames, which are unique across organizations. */
final class DashboardUserStore {
    static final BulkWrite<Account<DashboardUser>> USERS = BulkWrite.<Account<DashboardUser>>of("dashboard_user")
            .key("organization_id", "uuid", one -> one.user().organizationId())
            .key("user_id", "uuid", one -> one.user().id())
            .insertOnly("username", "text", one -> one.user().username())
            .insertOnly("role", "text", one -> one.user().role().word())
            .column("password_hash", "text", Account::passwordHash)
            .insertOnly("created_at", "timestamptz", one -> one.user().createdAt())
            .outsideMac("last_sign_in_at", "timestamptz", one -> one.user().lastSignInAt())
            .authenticated()
            .journaled();

    static final BulkWrite<DashboardUser> USERNAMES = BulkWrite.<DashboardUser>of("dashboard_username")
            .key("username", "text", DashboardUser::username)
            .column("organization_id", "uuid", DashboardUser::organizationId)
            .column("user_id", "uuid", DashboardUser::id)
            .authenticated()
            .journaled();

    private static final String OF_USER =
            " WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    private DashboardUserStore() {}

    /** Identifies a user. */
    record UserKey(UUID organizationId, UUID userId) {}

    /** Inserts a user with the username. Returns false if the username is in use. */
    static boolean insert(Session session, DashboardUser user, String passwordHash) {
        if (!USERNAMES.insertIfAbsent(session, user)) {
            return false;
        }
        USERS.insert(session, List.of(new Account<>(user, passwordHash))).run();
        return true;
    }

    static Optional<Account<DashboardUser>> byName(Session session, String username) {
        var proof = USERNAMES.proof(session);
        return session.sql("SELECT * FROM dashboard_username WHERE username = :username")
                .bind("username", username)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new UserKey(row.uuid("organization_id"), row.uuid("user_id"));
                })
                .flatMap(key -> find(session, key, false));
    }

    /** @param lock whether to lock the user until the transaction ends */
    static Optional<Account<DashboardUser>> find(Session session, UserKey key, boolean lock) {
        var proof = USERS.proof(session);
        return session.sql("SELECT * FROM dashboard_user" + OF_USER + (lock ? " FOR UPDATE" : ""))
                .bind("organization", key.organizationId())
                .bind("user", key.userId())
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new Account<>(user(row), row.text("password_hash"));
                });
    }

    static List<DashboardUser> list(Session session, UUID organizationId) {
        return all(session, organizationId, "").list(DashboardUserStore::user);
    }

    /** Locks the users of an organization until the transaction ends. */
    static List<DashboardUser> lock(Session session, UUID organizationId) {
        var proof = USERS.proof(session);
        return all(session, organizationId, " FOR UPDATE").list(row -> {
            proof.requireUnaltered(row);
            return user(row);
        });
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

    private static DashboardUser user(Row row) {
        return new DashboardUser(
                row.uuid("user_id"),
                row.uuid("organization_id"),
                row.text("username"),
                Word.of(Member.Role.class, row.text("role")),
                row.instant("created_at"),
                row.instantOrNull("last_sign_in_at"));
    }
}
