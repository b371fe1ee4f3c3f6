package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.session.Passwords;
import io.tical.server.session.Passwords.Account;
import io.tical.server.session.SignIn;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The service's own staff. */
public record Operators(Database database, Passwords passwords, Clock clock) {
    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if the username is in use */
    public Operator create(SignIn signIn, Operator.Role role) {
        var hash = passwords.hash(signIn.password());
        return database.transaction(session -> create(session, signIn.username(), hash, role, clock.instant()));
    }

    static Operator create(Session session, String username, String passwordHash, Operator.Role role, Instant now) {
        var operator = new Operator(Ids.next(), username, role, now);
        var inserted = session.sql("""
                        INSERT INTO operator (operator_id, username, role, password_hash, created_at)
                        VALUES (cast(:operator AS uuid), :username, :role, :hash, :now)
                        ON CONFLICT (username) DO NOTHING
                        """)
                .bind("operator", operator.id())
                .bind("username", username)
                .bind("role", role.word())
                .bind("hash", passwordHash)
                .bind("now", operator.createdAt())
                .run();
        if (inserted == 0) {
            throw SignIn.taken(username);
        }
        return operator;
    }

    /** Finds the operator with this username and password. Takes the same time for unknown usernames. */
    public Optional<Operator> authenticate(String username, String password) {
        var account = database.run(session -> session.sql("SELECT * FROM operator WHERE username = :username")
                .bind("username", SignIn.normal(username))
                .first(row -> new Account<>(
                        new Operator(
                                row.uuid("operator_id"),
                                row.text("username"),
                                Word.of(Operator.Role.class, row.text("role")),
                                row.instant("created_at")),
                        row.text("password_hash"))));
        return passwords.check(account, password, "").map(Account::user);
    }
}
