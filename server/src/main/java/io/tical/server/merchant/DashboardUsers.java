package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.Problem;
import io.tical.server.secret.Passwords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** The people who sign in to merchants' dashboards. Their usernames are unique over all organizations. */
public final class DashboardUsers {
    private final Database database;
    private final Passwords passwords;

    public DashboardUsers(Database database, Passwords passwords) {
        this.database = database;
        this.passwords = passwords;
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when the username is taken, in whichever organization */
    public DashboardUser create(UUID organizationId, SignIn signIn, DashboardUser.Role role) {
        var hash = passwords.hash(signIn.password());
        return database.transaction(session -> create(session, organizationId, signIn.username(), hash, role));
    }

    static DashboardUser create(
            Session session, UUID organizationId, String username, String passwordHash, DashboardUser.Role role) {
        var user = new DashboardUser(
                Ids.next(), organizationId, username, role, Instant.now().truncatedTo(ChronoUnit.MICROS));
        var free = session.sql("""
                        INSERT INTO dashboard_username (username, organization_id, user_id)
                        VALUES (:username, cast(:organization AS uuid), cast(:user AS uuid))
                        ON CONFLICT DO NOTHING
                        """)
                .bind("username", username)
                .bind("organization", organizationId)
                .bind("user", user.id())
                .run();
        if (free == 0) {
            throw SignIn.taken(username);
        }
        session.sql("""
                        INSERT INTO dashboard_user (organization_id, user_id, username, role, password_hash, created_at)
                        VALUES (cast(:organization AS uuid), cast(:user AS uuid), :username, :role, :hash, :now)
                        """)
                .bind("organization", organizationId)
                .bind("user", user.id())
                .bind("username", username)
                .bind("role", role.word())
                .bind("hash", passwordHash)
                .bind("now", user.createdAt())
                .run();
        return user;
    }

    /** Who signs in with this name and password; empty for a wrong one, after the same time for an unknown name. */
    public Optional<DashboardUser> authenticate(String username, String password) {
        record Found(DashboardUser user, String hash) {}
        var found = database.run(session -> session.sql("""
                        SELECT u.* FROM dashboard_username n
                        JOIN dashboard_user u USING (organization_id, user_id)
                        WHERE n.username = :username
                        """)
                .bind("username", SignIn.normal(username))
                .first(row -> new Found(
                        new DashboardUser(
                                row.uuid("user_id"),
                                row.uuid("organization_id"),
                                row.text("username"),
                                DashboardUser.Role.of(row.text("role")),
                                row.instant("created_at")),
                        row.text("password_hash"))));
        if (found.isEmpty()) {
            passwords.burn(password);
            return Optional.empty();
        }
        return found.filter(someone -> passwords.verify(password, someone.hash()))
                .map(Found::user);
    }
}
