package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.session.Member;
import io.tical.server.session.Passwords.Account;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of dashboard users and their usernames, which are unique across organizations. */
final class DashboardUserStore {
    private static final String OF_USER =
            " WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    private DashboardUserStore() {}

    /** Inserts a user with the username. Returns false if the username is in use. */
    static boolean insert(Session session, DashboardUser user, String passwordHash) {
        return of(session.sql("""
                        WITH claimed AS (
                            INSERT INTO dashboard_username (username, organization_id, user_id)
                            VALUES (:username, cast(:organization AS uuid), cast(:user AS uuid))
                            ON CONFLICT DO NOTHING RETURNING organization_id, user_id, username)
                        INSERT INTO dashboard_user (organization_id, user_id, username, role, password_hash, created_at)
                        SELECT organization_id, user_id, username, :role, :hash, :now FROM claimed
                        """), user)
                        .bind("role", user.role().word())
                        .bind("hash", passwordHash)
                        .bind("now", user.createdAt())
                        .run()
                == 1;
    }

    static Optional<Account<DashboardUser>> byName(Session session, String username) {
        return session.sql("""
                        SELECT u.* FROM dashboard_username n JOIN dashboard_user u USING (organization_id, user_id)
                        WHERE n.username = :username
                        """).bind("username", username).first(DashboardUserStore::account);
    }

    static Optional<Account<DashboardUser>> find(Session session, UUID organizationId, UUID userId) {
        return session.sql("SELECT * FROM dashboard_user" + OF_USER)
                .bind("organization", organizationId)
                .bind("user", userId)
                .first(DashboardUserStore::account);
    }

    /** @param lock whether to lock the users until the transaction ends */
    static List<DashboardUser> list(Session session, UUID organizationId, boolean lock) {
        return session.sql("SELECT * FROM dashboard_user WHERE organization_id = cast(:organization AS uuid)"
                        + " ORDER BY user_id" + (lock ? " FOR UPDATE" : ""))
                .bind("organization", organizationId)
                .list(DashboardUserStore::user);
    }

    /** Sets a column. Returns false if the user was deleted or the password was changed. */
    static boolean set(Session session, Account<DashboardUser> known, String column, Object value) {
        var sql = "UPDATE dashboard_user SET " + column + " = :value" + OF_USER + " AND password_hash = :hash";
        var statement = session.sql(sql).bind("value", value).bind("hash", known.passwordHash());
        return of(statement, known.user()).run() == 1;
    }

    static void delete(Session session, DashboardUser user) {
        of(session.sql("DELETE FROM dashboard_username WHERE username = :username"), user)
                .run();
        of(session.sql("DELETE FROM dashboard_user" + OF_USER), user).run();
    }

    private static Session.Statement of(Session.Statement statement, DashboardUser user) {
        return statement
                .bind("organization", user.organizationId())
                .bind("user", user.id())
                .bind("username", user.username());
    }

    private static Account<DashboardUser> account(Row row) {
        return new Account<>(user(row), row.text("password_hash"));
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
