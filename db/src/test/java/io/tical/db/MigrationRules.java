package io.tical.db;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a migration of a later release may do, so that programs of the release before work on the migrated database: it adds. What that
 * release does not use may go; a line {@code -- unused since 1.2} in the statement says so.
 *
 * @param release of the migration: 1002 for 1.2
 * @param authenticated the tables whose rows have MACs
 * @param added the tables and columns that this release has added so far
 */
record MigrationRules(int release, Set<String> authenticated, Set<String> added) {
    private static final Pattern FILE = Pattern.compile("V(\\d+)_(\\d+)_\\d+__\\w+\\.sql");
    private static final Pattern UNUSED = Pattern.compile("-- unused since (\\d+)\\.(\\d+)\\s");
    private static final Pattern CREATE_TABLE = Pattern.compile("CREATE TABLE (\\w+) .*");
    private static final Pattern CREATE_INDEX = Pattern.compile("CREATE (UNIQUE )?INDEX \\w+ ON (\\w+) .*");
    private static final Pattern ALTER_TABLE = Pattern.compile("ALTER TABLE (\\w+) (.*)");
    private static final Pattern ADD_COLUMN = Pattern.compile("ADD COLUMN \"?(\\w+)\"? (.*)");
    private static final Pattern OTHERS =
            Pattern.compile("(?:COMMENT ON TABLE|COMMENT ON COLUMN|INSERT INTO) ([\\w.]+) .*");
    private static final Pattern RULES = Pattern.compile("\\b(UNIQUE|REFERENCES|PRIMARY KEY)\\b");

    /**
     * What breaks the rules, in sentences.
     *
     * @param files the migrations by their names
     */
    static List<String> broken(SortedMap<String, String> files, Set<String> authenticated) {
        var broken = new ArrayList<String>();
        MigrationRules rules = new MigrationRules(0, authenticated, Set.of());
        for (var file : files.entrySet()) {
            var name = FILE.matcher(file.getKey());
            if (!name.matches()) {
                broken.add(file.getKey() + " is not named by its release, as V1_2_1__refunds.sql is");
                continue;
            }
            var release = release(name);
            if (release != rules.release()) {
                rules = new MigrationRules(release, authenticated, new HashSet<>());
            }
            for (var statement : file.getValue().split(";\\s*(?:\\n|$)")) {
                var wrong = rules.wrong(statement);
                if (!wrong.isEmpty()) {
                    broken.add(file.getKey() + ": " + wrong + ": " + text(statement));
                }
            }
        }
        return broken;
    }

    private static int release(Matcher found) {
        return Integer.parseInt(found.group(1)) * 1_000 + Integer.parseInt(found.group(2));
    }

    /** A statement in one line, without comments. */
    private static String text(String statement) {
        return statement.replaceAll("--.*", "").replaceAll("\\s+", " ").strip();
    }

    private String wrong(String written) {
        var unused = UNUSED.matcher(written);
        var statement = text(written);
        if (statement.isEmpty()
                || statement.startsWith("DROP INDEX ")
                || (unused.find() && release(unused) < release)) {
            return "";
        }
        var table = CREATE_TABLE.matcher(statement);
        if (table.matches()) {
            added.add(table.group(1));
            return "";
        }
        var index = CREATE_INDEX.matcher(statement);
        if (index.matches()) {
            return index.group(1) == null || added.contains(index.group(2))
                    ? ""
                    : "the release before does not know that this is unique";
        }
        var altered = ALTER_TABLE.matcher(statement);
        if (altered.matches()) {
            return added.contains(altered.group(1)) ? "" : wrong(altered.group(1), altered.group(2));
        }
        var other = OTHERS.matcher(statement);
        if (other.matches()) {
            return added.contains(other.group(1))
                            || added.contains(other.group(1).replaceAll("\\..*", ""))
                    ? ""
                    : "the release before relies on this as it is";
        }
        return "it does not add";
    }

    private String wrong(String table, String change) {
        var column = ADD_COLUMN.matcher(change);
        if (!column.matches() || change.matches(".*, (ADD|DROP|ALTER) .*")) {
            return "a statement adds one column, and changes nothing of the release before";
        }
        added.add(table + "." + column.group(1));
        var definition = column.group(2).toUpperCase(Locale.ROOT);
        if (authenticated.contains(table) && definition.contains("DEFAULT")) {
            return "the MACs of existing rows do not cover a value";
        }
        if (definition.contains("NOT NULL") && !definition.contains("DEFAULT")) {
            return "the release before inserts rows without it";
        }
        return RULES.matcher(definition).find() ? "the release before does not know this rule" : "";
    }
}
