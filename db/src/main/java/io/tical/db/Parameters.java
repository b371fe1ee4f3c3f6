package io.tical.db;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/** A statement's text and the values of its parameters, by their names. */
final class Parameters {
    private enum Unbound {
        UNBOUND
    }

    private final NamedSql sql;
    private final @Nullable Object[] values;
    private boolean customPlan;

    Parameters(NamedSql sql) {
        this.sql = sql;
        this.values = new Object[sql.names().size()];
        Arrays.fill(values, Unbound.UNBOUND);
    }

    void bind(String name, @Nullable Object value) {
        var index = sql.names().get(name);
        if (index != null) {
            values[index] = value;
        }
    }

    /** Plans the statement for the values of each call instead of reusing a generic plan. */
    void planForValues() {
        customPlan = true;
    }

    /** The statement with its parameters by name. */
    String namedText() {
        return sql.text();
    }

    String text() {
        return Objects.requireNonNullElse(oneRow(), sql).text();
    }

    /** The statement for one row if every column of rows has one value. */
    private @Nullable NamedSql oneRow() {
        for (var column : sql.columns()) {
            if (!(values[column] instanceof Object[] array && array.length == 1)) {
                return null;
            }
        }
        return sql.oneRow();
    }

    /** Sets the parameters of {@link #text} from this position; returns the position after them. */
    int setAll(PreparedStatement statement, int first) throws SQLException {
        if (customPlan) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        var oneRow = oneRow() != null;
        var position = first;
        for (var index : sql.positions()) {
            var value = values[index];
            var inRow = oneRow && sql.columns().contains(index);
            set(statement, position++, inRow && value instanceof Object[] column ? column[0] : value);
        }
        return position;
    }

    private void set(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(position, Types.NULL);
            case String text -> statement.setString(position, text);
            case Long number -> statement.setLong(position, number);
            case Integer number -> statement.setInt(position, number);
            case Boolean flag -> statement.setBoolean(position, flag);
            case byte[] bytes -> statement.setBytes(position, bytes);
            case Instant at -> statement.setObject(position, BinaryParameter.of(at));
            case Instant[] times -> statement.setObject(position, BinaryParameter.of(times));
            case UUID[] ids -> statement.setObject(position, BinaryParameter.of(ids));
            case Boolean[] flags -> statement.setObject(position, BinaryParameter.of(flags));
            case Unbound unbound -> throw new IllegalArgumentException("a parameter is not bound: " + sql.text());
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            default -> statement.setObject(position, value);
        }
    }
}
