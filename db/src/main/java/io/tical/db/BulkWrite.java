package io.tical.db;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tical.common.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts or updates any number of rows of one table with one statement. The text of the statement, and so its plan, is the same
 * for any number of rows.
 *
 * @param <T> what a row is made of
 */
public final class BulkWrite<T> {
    private final String table;
    private final List<Column<T>> columns = new ArrayList<>();
    private final StringBuilder computed = new StringBuilder();
    private final StringBuilder computations = new StringBuilder();

    private record Column<T>(
            String name, String type, boolean key, Function<? super T, ? extends @Nullable Object> value) {}

    private BulkWrite(String table) {
        this.table = table;
    }

    public static <T> BulkWrite<T> of(String table) {
        return new BulkWrite<>(table);
    }

    /** @param value text, a number, a boolean, bytes, null, or what PostgreSQL reads as the type from its {@code toString} */
    public BulkWrite<T> column(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        columns.add(new Column<>(name, type, false, value));
        return this;
    }

    /** A column that identifies the row, so that an update does not change it. */
    public BulkWrite<T> key(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        columns.add(new Column<>(name, type, true, value));
        return this;
    }

    /** A column that an insertion sets to an SQL expression. Its parameters are bound to the statement. */
    public BulkWrite<T> computed(String name, String expression) {
        computed.append(", ").append(name);
        computations.append(", ").append(expression);
        return this;
    }

    /** The statement that inserts these rows. */
    public Session.Statement insert(Session session, Collection<T> rows) {
        return insert(session, rows, "");
    }

    /**
     * The statement that inserts these rows, which are one JSON parameter: PostgreSQL reads it faster than an array for each column.
     *
     * @param end the end of the statement, such as {@code ON CONFLICT DO NOTHING}
     */
    public Session.Statement insert(Session session, Collection<T> rows, String end) {
        var names = joined(column -> true, Column::name, ", ");
        var types = joined(column -> true, column -> column.name() + " " + column.type(), ", ");
        return session.sql("INSERT INTO " + table + " (" + names + computed + ") SELECT " + names + computations
                        + " FROM json_to_recordset(cast(:rows AS json)) AS r (" + types + ") " + end)
                .bind("rows", json(rows));
    }

    /** The statement that inserts these rows, and replaces the columns of those whose keys exist. */
    public Session.Statement upsert(Session session, Collection<T> rows) {
        return insert(
                session,
                rows,
                "ON CONFLICT (" + joined(Column::key, Column::name, ", ") + ") DO UPDATE SET "
                        + joined(
                                column -> !column.key(),
                                column -> column.name() + " = excluded." + column.name(),
                                ", "));
    }

    /** The statement that updates the rows with these keys. */
    public Session.Statement update(Session session, Collection<T> rows) {
        return update(session, rows, "true");
    }

    /**
     * The statement that updates the rows with these keys. Each column is an array parameter, so that PostgreSQL plans for few rows.
     *
     * @param condition on the row {@code t} and its new values {@code n}; a row that does not satisfy it stays as it is
     */
    public Session.Statement update(Session session, Collection<T> rows, String condition) {
        var statement = session.sql("UPDATE " + table + " t SET "
                + joined(column -> !column.key(), column -> column.name() + " = n." + column.name(), ", ")
                + " FROM unnest("
                + joined(column -> true, column -> "cast(:" + column.name() + " AS " + column.type() + "[])", ", ")
                + ") AS n (" + joined(column -> true, Column::name, ", ") + ") WHERE "
                + joined(Column::key, column -> "t." + column.name() + " = n." + column.name(), " AND ")
                + " AND (" + condition + ")");
        columns.forEach(column -> statement.bindEach(column.name(), rows, column.value()));
        return statement;
    }

    private String joined(Predicate<Column<T>> which, Function<Column<T>, String> text, String separator) {
        return columns.stream().filter(which).map(text).collect(Collectors.joining(separator));
    }

    private String json(Collection<T> rows) {
        var text = new StringWriter(rows.size() * columns.size() * 32);
        try (var json = Json.mapper().createGenerator(text)) {
            json.writeStartArray();
            for (var row : rows) {
                json.writeStartObject();
                for (var column : columns) {
                    write(json, column.name(), column.value().apply(row));
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory was not written", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> {} // A missing field is null.
            case Boolean flag -> json.writeBooleanField(name, flag);
            case Long number -> json.writeNumberField(name, number);
            case Integer number -> json.writeNumberField(name, number);
            case byte[] bytes ->
                json.writeStringField(name, "\\x" + HexFormat.of().formatHex(bytes));
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            default -> json.writeStringField(name, value.toString());
        }
    }
}
