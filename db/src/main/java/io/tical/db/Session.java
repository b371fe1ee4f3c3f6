package io.tical.db;

import io.helidon.dbclient.DbClientException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * Runs statements on one connection. {@link Database} passes a session to a unit of work, which must not keep it.
 *
 * <p>Parameters are named ({@code :id}). A column of values binds as an array, so that a batch is one statement over
 * {@code unnest(cast(:ids as uuid[]), …)}.
 */
public final class Session {
    private final Supplier<Connection> connection;
    private final NamedSql.Cache parsed;
    private @Nullable DbClientException failure;

    Session(Supplier<Connection> connection, NamedSql.Cache parsed) {
        this.connection = connection;
        this.parsed = parsed;
    }

    /** Creates a statement. A terminal method sends it. */
    public Statement sql(String text) {
        return new Statement(parsed.get(text));
    }

    /** The failure of the last failed statement. */
    @Nullable
    DbClientException failure() {
        return failure;
    }

    /** One statement with its parameters. */
    public final class Statement {
        private enum Unbound {
            UNBOUND
        }

        private final NamedSql sql;
        private final @Nullable Object[] values;
        private boolean customPlan;

        private Statement(NamedSql sql) {
            this.sql = sql;
            this.values = new Object[sql.names().size()];
            Arrays.fill(values, Unbound.UNBOUND);
        }

        /** Binds one value: text, number, boolean, bytes, {@link UUID}, {@link Instant}, {@link LocalDate} or null. */
        public Statement bind(String name, @Nullable Object value) {
            var index = sql.names().get(name);
            if (index != null) {
                values[index] = value;
            }
            return this;
        }

        /** Binds {@code value} of each item, in order, as one array. */
        public <T> Statement bindEach(
                String name, Collection<T> items, Function<? super T, ? extends @Nullable Object> value) {
            return bind(name, Columns.of(items.stream().map(value).toList()));
        }

        /** Plans the statement for the values of each call instead of reusing a generic plan. */
        public Statement withCustomPlan() {
            customPlan = true;
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
            return first(mapper).orElseThrow(() -> new IllegalStateException("no row: " + sql.text()));
        }

        /** Runs an insert, update or delete. Returns the number of affected rows. */
        public long run() {
            try (var statement = prepared()) {
                return statement.executeLargeUpdate();
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        private <T> List<T> query(Function<Row, T> mapper, int most) {
            try (var statement = prepared();
                    var rows = statement.executeQuery()) {
                var row = new Row(rows);
                var mapped = new ArrayList<T>();
                while (mapped.size() < most && row.next()) {
                    mapped.add(mapper.apply(row));
                }
                return Collections.unmodifiableList(mapped);
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        private PreparedStatement prepared() throws SQLException {
            var statement = connection.get().prepareStatement(sql.text());
            try {
                if (customPlan) {
                    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
                }
                for (int i = 0; i < sql.positions().size(); i++) {
                    set(statement, i + 1, values[sql.positions().get(i)]);
                }
                return statement;
            } catch (SQLException | RuntimeException e) {
                statement.close();
                throw e;
            }
        }

        private void set(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
            switch (value) {
                case null -> statement.setNull(position, Types.NULL);
                case String text -> statement.setString(position, text);
                case Long number -> statement.setLong(position, number);
                case Integer number -> statement.setInt(position, number);
                case Boolean flag -> statement.setBoolean(position, flag);
                case byte[] bytes -> statement.setBytes(position, bytes);
                case Instant at -> statement.setObject(position, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
                case Unbound unbound -> throw new IllegalArgumentException("a parameter is not bound: " + sql.text());
                case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
                default -> statement.setObject(position, value);
            }
        }

        private DbClientException failed(SQLException e) {
            failure = new DbClientException("The statement failed: " + sql.text(), e);
            return failure;
        }
    }

    /** Converts values to JDBC arrays of their element type. Types without one become text. */
    private static final class Columns {
        static Object of(List<? extends @Nullable Object> values) {
            Object sample = null;
            for (Object value : values) {
                if (value != null) {
                    sample = value;
                    break;
                }
            }
            return switch (sample) {
                case Long number -> values.toArray(Long[]::new);
                case Integer number -> values.toArray(Integer[]::new);
                case Boolean flag -> values.toArray(Boolean[]::new);
                case byte[] bytes -> values.toArray(byte[][]::new);
                case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
                case null, default ->
                    values.stream()
                            .map(value -> value == null ? null : value.toString())
                            .toArray(String[]::new);
            };
        }
    }
}
