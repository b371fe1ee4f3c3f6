package io.tical.server.transaction;

import io.tical.server.ledger.AlteredColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows carry a MAC, as somebody with the owner's password reads and writes its rows: by the catalogue, and every value as text.
 *
 * @param journaled whether the journal has its rows, so that one that is missing or was reverted is found
 */
record StoredTable(String name, List<AlteredColumn> columns, boolean journaled) {
    /** The values of a row by column. */
    record Stored(Map<String, @Nullable String> values) {
        String value(String column) {
            var value = values.get(column);
            if (value == null) {
                throw new IllegalArgumentException(column + " is null");
            }
            return value;
        }

        Stored with(String column, @Nullable String value) {
            var other = new LinkedHashMap<>(values);
            other.put(column, value);
            return new Stored(other);
        }
    }

    List<AlteredColumn> keys() {
        return columns.stream().filter(AlteredColumn::key).toList();
    }

    /** The key of a row as the audit writes it. */
    String key(Stored row) {
        return keys().stream()
                .map(column -> column.name() + " " + withoutPrefix(column, row.value(column.name())))
                .collect(Collectors.joining(", "));
    }

    /** PostgreSQL writes bytes with {@code \x} before them. */
    private static String withoutPrefix(AlteredColumn column, String value) {
        return column.type().equals("bytea") ? value.substring(2) : value;
    }

    List<Stored> all(Connection owner) throws SQLException {
        return query(owner, "", List.of());
    }

    /** Locks and reads the row with the key of this one. */
    Optional<Stored> locked(Connection owner, Stored row) throws SQLException {
        return query(owner, " WHERE " + sameKey() + " FOR UPDATE", keyValues(row)).stream()
                .findFirst();
    }

    private List<Stored> query(Connection owner, String end, List<@Nullable String> parameters) throws SQLException {
        var values = columns.stream()
                .map(column -> "cast(t." + column.name() + " AS text)")
                .collect(Collectors.joining(", "));
        try (var statement = owner.prepareStatement("SELECT " + values + " FROM " + name + " t" + end)) {
            bind(statement, parameters);
            var found = new ArrayList<Stored>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var row = new LinkedHashMap<String, @Nullable String>();
                    for (int column = 0; column < columns.size(); column++) {
                        row.put(columns.get(column).name(), rows.getString(column + 1));
                    }
                    found.add(new Stored(row));
                }
            }
            return found;
        }
    }

    void insert(Connection owner, Stored row) throws SQLException {
        var names = columns.stream().map(AlteredColumn::name).collect(Collectors.joining(", "));
        var values = columns.stream().map(StoredTable::parameter).collect(Collectors.joining(", "));
        run(owner, "INSERT INTO " + name + " (" + names + ") VALUES (" + values + ")", allValues(row));
    }

    /** Gives the row with the key of {@code row} these values. */
    void update(Connection owner, Stored row, Stored values) throws SQLException {
        var assignments = columns.stream()
                .map(column -> column.name() + " = " + parameter(column))
                .collect(Collectors.joining(", "));
        var parameters = allValues(values);
        parameters.addAll(keyValues(row));
        run(owner, "UPDATE " + name + " t SET " + assignments + " WHERE " + sameKey(), parameters);
    }

    void delete(Connection owner, Stored row) throws SQLException {
        run(owner, "DELETE FROM " + name + " t WHERE " + sameKey(), keyValues(row));
    }

    private void run(Connection owner, String sql, List<@Nullable String> parameters) throws SQLException {
        try (var statement = owner.prepareStatement(sql)) {
            bind(statement, parameters);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("not one row: " + sql + " " + parameters);
            }
        }
    }

    private static void bind(PreparedStatement statement, List<@Nullable String> parameters) throws SQLException {
        for (int position = 0; position < parameters.size(); position++) {
            statement.setString(position + 1, parameters.get(position));
        }
    }

    private String sameKey() {
        return keys().stream()
                .map(column -> "t." + column.name() + " = " + parameter(column))
                .collect(Collectors.joining(" AND "));
    }

    private static String parameter(AlteredColumn column) {
        return "cast(? AS " + column.type() + ")";
    }

    private List<@Nullable String> keyValues(Stored row) {
        return keys().stream()
                .map(column -> row.values().get(column.name()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private List<@Nullable String> allValues(Stored row) {
        return columns.stream()
                .map(column -> row.values().get(column.name()))
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
