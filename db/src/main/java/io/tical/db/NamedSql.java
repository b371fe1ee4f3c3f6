package io.tical.db;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A statement with named parameters, translated for JDBC: {@code :id} becomes {@code ?}. Quoted text, comments and
 * {@code ::} casts are unchanged.
 *
 * @param text the statement with a {@code ?} for each position
 * @param names the index of each name
 * @param positions the index of the name for each {@code ?}, in order
 */
record NamedSql(String text, Map<String, Integer> names, List<Integer> positions) {
    private static final Pattern TOKEN = Pattern.compile(
            "'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/|(\\$\\w*\\$).*?\\1|::|:(?<name>[A-Za-z_]\\w*)", Pattern.DOTALL);

    static NamedSql parse(String sql) {
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
        return new NamedSql(tokens.appendTail(text).toString(), Map.copyOf(names), List.copyOf(positions));
    }

    /** Caches translated statements. Nearly all are constants, so each is parsed one time. */
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
