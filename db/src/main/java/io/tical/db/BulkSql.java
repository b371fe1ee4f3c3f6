package io.tical.db;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the statements of a {@link BulkWrite}. Each is composed once.
 *
 * @param <T> the source of a row's values
 */
final class BulkSql<T> {
    private final String table;
    private final List<BulkColumn<T>> columns;
    /** Insertions by their ends, updates by their conditions, and comparisons by whether they lock. */
    private final Map<String, String> insertions = new ConcurrentHashMap<>();

    private final Map<String, String> updates = new ConcurrentHashMap<>();
    private final Map<Boolean, String> comparisons = new ConcurrentHashMap<>();
    private @Nullable String replacement;
    private final StringBuilder computed = new StringBuilder();
    private final StringBuilder computations = new StringBuilder();

    /** @param columns those of the writer, which are complete before the first statement */
    BulkSql(String table, List<BulkColumn<T>> columns) {
        this.table = table;
        this.columns = columns;
    }

    /** Lets an insertion set this column to an SQL expression. */
    void compute(String name, String expression) {
        computed.append(", ").append(name);
        computations.append(", ").append(expression);
    }

    /** @param end the end of the statement, such as {@code ON CONFLICT DO NOTHING} */
    String insert(String end) {
        return insertions.computeIfAbsent(end, this::insertion);
    }

    /** Inserts rows in the order of their keys, and returns the keys of the inserted ones. */
    String insertIfAbsent() {
        var names = joined(BulkColumn::key, BulkColumn::name, ", ");
        return insert("ORDER BY " + names + " ON CONFLICT DO NOTHING RETURNING " + names);
    }

    String upsert() {
        return insert("ON CONFLICT (" + joined(BulkColumn::key, BulkColumn::name, ", ") + ") DO UPDATE SET "
                + assignments(column -> "excluded." + column.name()));
    }

    String update(String condition) {
        return updates.computeIfAbsent(condition, this::updating);
    }

    /** The parameters of the known values begin with {@code known_}. */
    String replace() {
        var text = replacement;
        if (text == null) {
            text = replacement();
            replacement = text;
        }
        return text;
    }

    /** The parameter {@code known_rows} is the number of rows. */
    String compare(boolean locking) {
        return comparisons.computeIfAbsent(locking, this::comparison);
    }

    private String insertion(String end) {
        var names = joined(BulkColumn::inserted, BulkColumn::name, ", ");
        var values =
                joined(BulkColumn::inserted, column -> "cast(" + column.name() + " AS " + column.type() + ")", ", ");
        return "INSERT INTO " + table + " (" + names + computed + ") SELECT " + values + computations + " FROM "
                + rows("r", BulkColumn::inserted) + " " + end;
    }

    private String updating(String condition) {
        return "UPDATE " + table + " t SET " + assignments(column -> "n." + column.name()) + " FROM "
                + rows("n", BulkColumn::updated) + " WHERE " + sameKeys() + " AND (" + condition + ")";
    }

    private String replacement() {
        return "WITH written AS (UPDATE " + table + " SET " + assignments(column -> column.parameter("")) + " WHERE "
                + joined(BulkColumn::key, column -> column.name() + " = " + column.parameter(""), " AND ") + " AND "
                + unchanged("", column -> column.parameter("known_"))
                + " RETURNING 1) SELECT 1 / count(*) FROM written";
    }

    private String comparison(boolean locking) {
        var lock = " ORDER BY " + joined(BulkColumn::key, BulkColumn::order, ", ") + " FOR UPDATE OF t";
        return "SELECT 1 / (count(*) FILTER (WHERE unchanged) / :known_rows) FROM (SELECT "
                + unchanged("t.", column -> "n." + column.name()) + " AS unchanged FROM " + table + " t JOIN "
                + rows("n", BulkColumn::updated) + " ON " + sameKeys() + (locking ? lock : "") + ") compared";
    }

    private String unchanged(String prefix, Function<BulkColumn<T>, String> known) {
        return "(" + joined(BulkColumn::changing, column -> prefix + column.name(), ", ") + ") IS NOT DISTINCT FROM ("
                + joined(BulkColumn::changing, known, ", ") + ")";
    }

    private String assignments(Function<BulkColumn<T>, String> value) {
        return joined(BulkColumn::changing, column -> column.name() + " = " + value.apply(column), ", ");
    }

    private String sameKeys() {
        return joined(BulkColumn::key, column -> "t." + column.name() + " = n." + column.name(), " AND ");
    }

    /** The rows as a table of this name: one array parameter for each column. */
    private String rows(String name, Predicate<BulkColumn<T>> which) {
        var arrays = joined(which, column -> "cast(:" + column.name() + " AS " + column.element() + "[])", ", ");
        return "unnest(" + arrays + ") AS " + name + " (" + joined(which, BulkColumn::name, ", ") + ")";
    }

    private String joined(Predicate<BulkColumn<T>> which, Function<BulkColumn<T>, String> text, String separator) {
        return columns.stream().filter(which).map(text).collect(Collectors.joining(separator));
    }
}
