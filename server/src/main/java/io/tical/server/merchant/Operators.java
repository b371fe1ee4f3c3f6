package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Row;
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
    static final BulkWrite<Account<Operator>> OPERATORS = BulkWrite.<Account<Operator>>of("operator")
            .key("operator_id", "uuid", one -> one.user().id())
            .column("username", "text", one -> one.user().username())
            .column("role", "text", one -> one.user().role().word())
            .column("password_hash", "text", Account::passwordHash)
            .column("created_at", "timestamptz", one -> one.user().createdAt())
            .authenticated()
            .journaled();

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} if the username is in use */
    public Operator create(SignIn signIn, Operator.Role role) {
        var hash = passwords.hash(signIn.password());
        return database.transaction(session -> create(session, signIn.username(), hash, role, clock.instant()));
    }

    static Operator create(Session session, String username, String passwordHash, Operator.Role role, Instant now) {
        var operator = new Operator(Ids.next(), username, role, now);
        if (!OPERATORS.insertIfAbsent(session, new Account<>(operator, passwordHash))) {
            throw SignIn.taken(username);
        }
        return operator;
    }

    /**
     * Finds the operator with this username and password. Takes the same time for unknown usernames.
     *
     * @throws io.tical.db.AlteredRow if the service did not write the operator
     */
    public Optional<Operator> authenticate(String username, String password) {
        var account = database.run(session -> {
            var proof = OPERATORS.proof(session);
            return session.sql("SELECT * FROM operator WHERE username = :username")
                    .bind("username", SignIn.normal(username))
                    .first(row -> {
                        proof.requireUnaltered(row);
                        return account(row);
                    });
        });
        return passwords.check(account, password, "").map(Account::user);
    }

    private static Account<Operator> account(Row row) {
        return new Account<>(
                new Operator(
                        row.uuid("operator_id"),
                        row.text("username"),
                        Word.of(Operator.Role.class, row.text("role")),
                        row.instant("created_at")),
                row.text("password_hash"));
    }
}
