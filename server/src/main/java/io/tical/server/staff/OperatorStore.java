package io.tical.server.staff;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.session.Passwords.Account;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of operators. */
final class OperatorStore {
    static final Table<Account<Operator>> OPERATORS = Table.of("operator", OperatorStore::columns);

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
        return statement.first(OPERATORS.locked(session));
    }

    static List<Operator> list(Session session) {
        return session.sql("SELECT * FROM operator ORDER BY operator_id")
                .list(row -> OPERATORS.read(row).user());
    }

    /** Locks all operators until the transaction ends. */
    static List<Account<Operator>> lock(Session session) {
        return session.sql("SELECT * FROM operator ORDER BY operator_id FOR UPDATE")
                .list(OPERATORS.locked(session));
    }

    /** Updates the password and the state of a locked operator. */
    static void update(Session session, Operator operator, String passwordHash) {
        OPERATORS
                .update(session, List.of(new Account<>(operator, passwordHash)))
                .run();
    }

    private static Function<Row, Account<Operator>> columns(TableColumns<Account<Operator>> t) {
        var user = t.part(Account::user);
        var operatorId = user.key("operator_id", ID, Operator::id);
        var username = user.insertOnly("username", TEXT, Operator::username);
        var role = user.insertOnly("role", word(Operator.Role.class), Operator::role);
        var passwordHash = t.column("password_hash", TEXT, Account::passwordHash);
        var createdAt = user.insertOnly("created_at", TIME, Operator::createdAt);
        var disabledAt = user.column("disabled_at", TIME.orNull(), Operator::disabledAt);
        return row -> new Account<>(
                new Operator(operatorId.of(row), username.of(row), role.of(row), createdAt.of(row), disabledAt.of(row)),
                passwordHash.of(row));
    }
}
