package io.tical.db;

import io.helidon.dbclient.DbClientException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * Runs statements on one connection. {@link Database} passes a session to a unit of work, which must not keep it.
 *
 * <p>Parameters are named ({@code :id}). A column of values binds as an array, so that a batch is one statement over
 * {@code unnest(cast(:ids as uuid[]), …)}.
 *
 * <p>Statements whose results are not needed immediately can be deferred ({@link Statement#runLater}, {@link Statement#listLater}).
 * They are sent in their order and in one round trip: at {@link #send}, with the next query that is not deferred, before any other statement
 * that is not deferred, or before the commit; and together with the commit if no result is read. Writes can be deferred only in a transaction,
 * because without one the driver commits a large batch in parts.
 */
public final class Session {
    private final Supplier<Connection> connection;
    private final NamedSql.Cache parsed;
    private final RowMac rowMac;
    private final boolean transaction;
    private final RowChanges changes = new RowChanges();
    private final List<Deferred> deferred = new ArrayList<>();
    private final List<Supplier<Runnable>> beforeCommit = new ArrayList<>();
    private final List<Runnable> atEnd = new ArrayList<>();
    private Runnable beforeSending = () -> {};
    private @Nullable DbClientException failure;

    /** A statement to be sent, with the reader of its result, if any. */
    private record Deferred(Statement statement, @Nullable ResultReader reader) {}

    /** The exception of the unit of work if a statement fails with this error. */
    private record Expected(Predicate<SQLException> error, Supplier<? extends RuntimeException> failure) {}

    @FunctionalInterface
    private interface ResultReader {
        void read(PreparedStatement executed) throws SQLException;
    }

    /** @param transaction whether the connection commits at the end of the unit of work, and not after each statement */
    Session(Supplier<Connection> connection, NamedSql.Cache parsed, RowMac rowMac, boolean transaction) {
        this.connection = connection;
        this.parsed = parsed;
        this.rowMac = rowMac;
        this.transaction = transaction;
    }

    /** The MACs of the rows of this database. */
    public RowMac rowMac() {
        return rowMac;
    }

    /**
     * The changes of journaled rows in this transaction.
     *
     * @throws IllegalStateException without a transaction
     */
    RowChanges changes() {
        if (!transaction) {
            throw new IllegalStateException("rows of a table in the journal are written in a transaction");
        }
        return changes;
    }

    /**
     * Takes the changes of an owner's rows in this transaction that were not taken before, encoded for {@link RowChange#decode}. The caller
     * must write them in a row with a MAC. Changes that nobody takes are written to the {@link Journal}.
     */
    public byte @Nullable [] takeChanges(RowOwner owner) {
        var taken = changes().take(owner);
        return taken.isEmpty() ? null : RowChange.encode(taken);
    }

    /**
     * Says that the transaction changes rows of a table that is not in the journal, for {@link Database#takeWritten}.
     *
     * @throws IllegalStateException without a transaction
     */
    public void wrote(String table, boolean livemode) {
        changes().wrote(table, livemode);
    }

    /** Whether the connection commits at the end of the unit of work, and not after each statement. */
    boolean inTransaction() {
        return transaction;
    }

    /**
     * Runs statements that may fail because of the contents of rows, such as amounts whose sum is too large. A failure does not affect the
     * rest of the transaction.
     *
     * @return the failure, or null
     */
    public @Nullable RuntimeException attempt(Runnable work) {
        sql("SAVEPOINT attempt").run();
        try {
            work.run();
            return null;
        } catch (RuntimeException e) {
            if (SqlStates.connectionLost(e)) {
                throw e;
            }
            failure = null;
            sql("ROLLBACK TO SAVEPOINT attempt").run();
            return e;
        }
    }

    /** Creates a statement. Its last method sends or defers it. */
    public Statement sql(String text) {
        return new Statement(parsed.get(text));
    }

    /**
     * Sends the deferred statements and passes on their results. If one fails, the later ones are not executed and no result is passed on.
     */
    public void send() {
        if (!deferred.isEmpty()) {
            send("");
        }
    }

    /**
     * Sends the deferred statements before a commit, together with the commit if no result is read. If a statement fails, PostgreSQL does
     * not execute the later ones, and the commit is the last.
     */
    void sendBeforeCommit() {
        if (!beforeCommit.isEmpty()) {
            send();
            if (failure == null) {
                beforeCommit.forEach(action -> atEnd.add(action.get()));
            }
        } else if (deferred.stream().allMatch(one -> one.reader() == null) && !deferred.isEmpty()) {
            send(";\nCOMMIT");
        } else {
            send();
        }
    }

    /** Uses generic plans, which PostgreSQL caches, until the end of the transaction. */
    public void keepPlans() {
        sql("SET LOCAL plan_cache_mode = force_generic_plan").runLater();
    }

    /** Runs an action immediately before the next statements are sent, after their parameters have been bound. */
    public void beforeSending(Runnable action) {
        beforeSending = action;
    }

    /**
     * Runs an action when all statements of the transaction have succeeded, immediately before it commits.
     *
     * @param action returns what to run when the transaction has ended, whether it has committed or not
     */
    public void beforeCommit(Supplier<Runnable> action) {
        if (!transaction) {
            throw new IllegalStateException("without a transaction nothing commits at the end");
        }
        beforeCommit.add(action);
    }

    void ended() {
        atEnd.forEach(Runnable::run);
    }

    private void runBeforeSending() {
        var action = beforeSending;
        beforeSending = () -> {};
        action.run();
    }

    private void send(String end) {
        var sent = List.copyOf(deferred);
        deferred.clear();
        // The driver sends statements that are separated by semicolons together, each prepared for itself.
        var text =
                sent.stream().map(one -> one.statement().parameters.text()).collect(Collectors.joining(";\n", "", end));
        try (var statement = connection.get().prepareStatement(text)) {
            var position = 1;
            for (var one : sent) {
                position = one.statement().parameters.setAll(statement, position);
            }
            runBeforeSending();
            statement.execute();
            for (var one : sent) {
                if (one.reader() != null) {
                    one.reader().read(statement);
                }
                statement.getMoreResults();
            }
        } catch (SQLException e) {
            RuntimeException failed = failed(text, e);
            // It is unknown which of the statements failed, so all expected errors are compared.
            for (var one : sent) {
                var expected = one.statement().expected;
                if (expected != null && expected.error().test(e)) {
                    failed = expected.failure().get();
                }
            }
            throw failed;
        }
    }

    private DbClientException failed(String text, SQLException e) {
        failure = new DbClientException("The statement failed: " + text, e);
        return failure;
    }

    /** The failure of a statement, the last one if several failed. */
    @Nullable
    DbClientException failure() {
        return failure;
    }

    /** One statement with its parameters. */
    public final class Statement {
        private final Parameters parameters;
        private @Nullable Expected expected;

        private Statement(NamedSql sql) {
            this.parameters = new Parameters(sql);
        }

        /** Binds one value: text, number, boolean, bytes, {@link UUID}, {@link Instant}, {@link LocalDate} or null. */
        public Statement bind(String name, @Nullable Object value) {
            parameters.bind(name, value);
            return this;
        }

        /** Binds {@code value} of each item, in order, as one array. */
        public <T> Statement bindEach(
                String name, Collection<T> items, Function<? super T, ? extends @Nullable Object> value) {
            var values = new ArrayList<@Nullable Object>(items.size());
            for (var item : items) {
                values.add(value.apply(item));
            }
            return bind(name, Columns.of(values));
        }

        /** Plans the statement for the values of each call instead of reusing a generic plan. */
        public Statement withCustomPlan() {
            parameters.planForValues();
            return this;
        }

        /** The exception if the deferred statement violates this unique constraint. */
        public Statement onDuplicate(String constraint, Supplier<? extends RuntimeException> failure) {
            expected = new Expected(e -> constraint.equals(SqlStates.violatedUnique(e)), failure);
            return this;
        }

        /** The exception if the deferred statement divides by zero, which is how a condition can fail the transaction. */
        public Statement onDivisionByZero(Supplier<? extends RuntimeException> failure) {
            expected = new Expected(SqlStates::divisionByZero, failure);
            return this;
        }

        /** Maps all rows of the result. The mapper must not keep the {@link Row}. */
        public <T> List<T> list(Function<Row, T> mapper) {
            return query(mapper, Integer.MAX_VALUE);
        }

        /** Maps the first row of the result. */
        public <T> Optional<T> first(Function<Row, T> mapper) {
            var rows = query(mapper, 1);
            return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
        }

        /** Maps the only row of a result that always has one. */
        public <T> T one(Function<Row, T> mapper) {
            return first(mapper).orElseThrow(() -> new IllegalStateException("no row: " + parameters.namedText()));
        }

        /**
         * Passes on the rows of a result of any length, in a transaction; returns their number. The consumer must not keep the rows.
         *
         * @param rowsMax the maximum number of rows in memory
         */
        public long forEach(int rowsMax, Consumer<Row> consumer) {
            if (!transaction) {
                throw new IllegalStateException(
                        "only a transaction reads an answer in parts: " + parameters.namedText());
            }
            send();
            try (var statement = prepared()) {
                statement.setFetchSize(rowsMax);
                // Uses the binary format from the first execution, because there is only one.
                statement.unwrap(PGStatement.class).setPrepareThreshold(-1);
                try (var answer = statement.executeQuery()) {
                    var row = new Row(answer);
                    var count = 0L;
                    for (; row.next(); count++) {
                        consumer.accept(row);
                    }
                    return count;
                }
            } catch (SQLException e) {
                throw failed(parameters.namedText(), e);
            }
        }

        /** Maps all rows of the result when the statement has been sent with others. */
        public <T> void listLater(Function<Row, T> mapper, Consumer<List<T>> then) {
            deferred.add(new Deferred(
                    this, executed -> then.accept(rows(executed.getResultSet(), mapper, Integer.MAX_VALUE))));
        }

        /** Runs an insert, update or delete; returns the number of affected rows. */
        public long run() {
            send();
            try (var statement = prepared()) {
                return statement.executeLargeUpdate();
            } catch (SQLException e) {
                throw failed(parameters.namedText(), e);
            }
        }

        /**
         * Runs an insert, update or delete together with others, and passes on the number of affected rows.
         *
         * @throws IllegalStateException without a transaction
         */
        public void runLater(LongConsumer then) {
            defer(executed -> then.accept(executed.getLargeUpdateCount()));
        }

        /**
         * Runs an insert, update or delete together with others, without the number of affected rows.
         *
         * @throws IllegalStateException without a transaction
         */
        public void runLater() {
            defer(null);
        }

        private void defer(@Nullable ResultReader reader) {
            if (!transaction) {
                throw new IllegalStateException("only a transaction defers writes: " + parameters.namedText());
            }
            deferred.add(new Deferred(this, reader));
        }

        private <T> List<T> query(Function<Row, T> mapper, int most) {
            if (!deferred.isEmpty()) {
                var mapped = new ArrayList<T>();
                deferred.add(
                        new Deferred(this, executed -> mapped.addAll(rows(executed.getResultSet(), mapper, most))));
                send();
                return Collections.unmodifiableList(mapped);
            }
            try (var statement = prepared()) {
                return rows(statement.executeQuery(), mapper, most);
            } catch (SQLException e) {
                throw failed(parameters.namedText(), e);
            }
        }

        private static <T> List<T> rows(ResultSet answer, Function<Row, T> mapper, int most) throws SQLException {
            try (answer) {
                var row = new Row(answer);
                var mapped = new ArrayList<T>();
                while (mapped.size() < most && row.next()) {
                    mapped.add(mapper.apply(row));
                }
                return Collections.unmodifiableList(mapped);
            }
        }

        private PreparedStatement prepared() throws SQLException {
            var statement = connection.get().prepareStatement(parameters.text());
            try {
                parameters.setAll(statement, 1);
                runBeforeSending();
                return statement;
            } catch (SQLException | RuntimeException e) {
                statement.close();
                throw e;
            }
        }
    }
}
