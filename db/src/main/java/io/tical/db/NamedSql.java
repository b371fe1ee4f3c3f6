package io.tical.db;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A statement with named parameters, translated for JDBC: {@code :id} becomes {@code ?}. Quoted text, comments and
 * {@code ::} casts are unchanged.
 *
 * @param text the statement with a {@code ?} for each position. Rows from arrays, {@code unnest(cast(:ids AS uuid[]), …) AS r (…)},
 *     become {@code (SELECT unnest(cast(? AS uuid[])), …) AS r (…)}. PostgreSQL executes this faster, because it does not store
 *     the elements of each array before it combines them to rows.
 * @param names the index of each name
 * @param positions the index of the name for each {@code ?}, in order
 * @param columns the indexes of the names that are columns of rows: arrays in {@code unnest(cast(:ids AS uuid[]), …)}
 * @param oneRow the statement for one such row, with the same indexes: {@code (VALUES (cast(:ids AS uuid), …))}. PostgreSQL
 *     executes it like a statement with constants, which takes a fraction of the time. Null if there are no such columns.
 */
record NamedSql(
        String text,
        Map<String, Integer> names,
        List<Integer> positions,
        Set<Integer> columns,
        @Nullable NamedSql oneRow) {
    private static final Pattern TOKEN = Pattern.compile(
            "'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/|(\\$\\w*\\$).*?\\1|::|:(?<name>[A-Za-z_]\\w*)", Pattern.DOTALL);

    private static final Pattern COLUMN = Pattern.compile("cast\\(:(\\w+) AS ([\\w ]+)\\[]\\)");
    private static final Pattern ROWS =
            Pattern.compile("unnest\\(((?:cast\\(:\\w+ AS [\\w ]+\\[]\\)(?:,\\s*)?)+)\\)(?=\\s+AS\\s+\\w+\\s+\\()");

    static NamedSql parse(String sql) {
        var columns = new HashSet<String>();
        var one = ROWS.matcher(sql)
                .replaceAll(rows -> "(VALUES ("
                        + COLUMN.matcher(rows.group(1)).replaceAll(column -> {
                            columns.add(column.group(1));
                            return "cast(:$1 AS $2)";
                        })
                        + "))");
        var arrays = COLUMN.matcher(one).results().map(array -> array.group(1));
        var rows = arrays.noneMatch(columns::contains) ? columns : Set.<String>of();
        var many = ROWS.matcher(sql)
                .replaceAll(all -> "(SELECT " + COLUMN.matcher(all.group(1)).replaceAll("unnest($0)") + ")");
        return translate(many, rows, rows.isEmpty() ? null : translate(one, Set.of(), null));
    }

    private static NamedSql translate(String sql, Set<String> columns, @Nullable NamedSql oneRow) {
        var names = new HashMap<String, Integer>();
        var positions = new ArrayList<Integer>();
        var text = new StringBuilder();
        var tokens = TOKEN.matcher(sql);
        while (tokens.find()) {
            var name = tokens.group("name");
            if (name == null) {
                tokens.appendReplacement(text, "$0");
            } else {
                positions.add(names.computeIfAbsent(name.intern(), unseen -> names.size()));
                tokens.appendReplacement(text, "?");
            }
        }
        return new NamedSql(
                tokens.appendTail(text).toString(),
                Map.copyOf(names),
                List.copyOf(positions),
                columns.stream().map(names::get).collect(Collectors.toUnmodifiableSet()),
                oneRow);
    }

    /** Caches translated statements. Nearly all are constants, so each is parsed once. */
    static final class Cache {
        /** More than the number of statements; limits memory if statements are assembled dynamically. */
        private static final int ENTRIES_MAX = 2_000;

        private final Map<String, NamedSql> parsed = new ConcurrentHashMap<>();

        NamedSql get(String sql) {
            var known = parsed.get(sql);
            if (known != null) {
                return known;
            }
            if (parsed.size() >= ENTRIES_MAX) {
                parsed.clear();
            }
            return parsed.computeIfAbsent(sql, NamedSql::parse);
        }

        int size() {
            return parsed.size();
        }
    }
}
