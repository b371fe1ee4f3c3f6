package io.tical.server.staff;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.session.Passwords.Account;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of operators. */
final class OperatorStore {
    static final BulkWrite<Account<Operator>> OPERATORS = BulkWrite.<Account<Operator>>of("operator")
            .key("operator_id", "uuid", one -> one.user().id())
            .insertOnly("username", "text", one -> one.user().username())
            .insertOnly("role", "text", one -> one.user().role().word())
            .column("password_hash", "text", Account::passwordHash)
            .insertOnly("created_at", "timestamptz", one -> one.user().createdAt())
            .column("disabled_at", "timestamptz", one -> one.user().disabledAt())
            .authenticated()
            .journaled();

    private OperatorStore() {}

    /** Inserts an operator. Returns false if the username is or was in use. */
    static boolean insert(Session session, Operator operator, String passwordHash) {
        return OPERATORS.insertIfAbsent(session, new Account<>(operator, passwordHash));
    }

    static Optional<Account<Operator>> byName(Session session, String username) {
        return proved(
                session,
                session.sql("SELECT * FROM operator WHERE username = :username").bind("username", username));
    }

    /** @param lock whether to lock the operator until the transaction ends */
    static Optional<Account<Operator>> find(Session session, UUID operatorId, boolean lock) {
        return proved(
                session,
                session.sql("SELECT * FROM operator WHERE operator_id = cast(:id AS uuid)"
                                + (lock ? " FOR UPDATE" : ""))
                        .bind("id", operatorId));
    }

    private static Optional<Account<Operator>> proved(Session session, Session.Statement statement) {
        var proof = OPERATORS.proof(session);
        return statement.first(row -> {
            proof.requireUnaltered(row);
            return account(row);
        });
    }

    static List<Operator> list(Session session) {
        return session.sql("SELECT * FROM operator ORDER BY operator_id")
                .list(row -> account(row).user());
    }

    /** Locks all operators until the transaction ends. */
    static List<Account<Operator>> lock(Session session) {
        var proof = OPERATORS.proof(session);
        return session.sql("SELECT * FROM operator ORDER BY operator_id FOR UPDATE")
                .list(row -> {
                    proof.requireUnaltered(row);
                    return account(row);
                });
    }

    /** Updates the password and the state of a locked operator. */
    static void update(Session session, Operator operator, String passwordHash) {
        OPERATORS
                .update(session, List.of(new Account<>(operator, passwordHash)))
                .run();
    }

    private static Account<Operator> account(Row row) {
        return new Account<>(
                new Operator(
                        row.uuid("operator_id"),
                        row.text("username"),
                        Word.of(Operator.Role.class, row.text("role")),
                        row.instant("created_at"),
                        row.instantOrNull("disabled_at")),
                row.text("password_hash"));
    }
}
