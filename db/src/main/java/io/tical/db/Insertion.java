package io.tical.db;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tical.common.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts any number of rows with one statement. The rows are one JSON parameter: PostgreSQL reads it faster than an array for
 * each column, and the text of the statement, and so its plan, is the same for any number of rows.
 *
 * @param <T> what a row is made of
 */
public final class Insertion<T> {
    private final String table;
    private final List<Column<T>> columns = new ArrayList<>();

    private record Column<T>(String name, String type, Function<? super T, ? extends @Nullable Object> value) {}

    private Insertion(String table) {
        this.table = table;
    }

    public static <T> Insertion<T> into(String table) {
        return new Insertion<>(table);
    }

    /** @param value text, a number, a boolean, null, or what PostgreSQL reads as the type from its {@code toString} */
    public Insertion<T> column(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        columns.add(new Column<>(name, type, value));
        return this;
    }

    /** The statement for these rows. */
    public Session.Statement of(Session session, Collection<T> rows) {
        var names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        var types = columns.stream().map(one -> one.name() + " " + one.type()).collect(Collectors.joining(", "));
        return session.sql("INSERT INTO " + table + " (" + names + ") SELECT " + names
                        + " FROM json_to_recordset(cast(:rows AS json)) AS r (" + types + ")")
                .bind("rows", json(rows));
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
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            default -> json.writeStringField(name, value.toString());
        }
    }
}
