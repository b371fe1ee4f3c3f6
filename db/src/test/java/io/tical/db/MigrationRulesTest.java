package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of the release before work on the database that a release has migrated. */
class MigrationRulesTest {
    private static final Path FOLDER = Path.of("src/main/resources/db/migration");
    /** The migrations of the first release, which add to nothing. */
    private static final Pattern FIRST = Pattern.compile("V1_0_([1-9]|1[0-4])__.*");

    private static final Set<String> AUTHENTICATED = Set.of("payout");

    @Test
    void everyLaterMigrationOnlyAdds() throws IOException, SQLException {
        var files = new TreeMap<String, String>();
        try (var found = Files.list(FOLDER)) {
            for (var file : found.filter(
                            one -> !FIRST.matcher(one.getFileName().toString()).matches())
                    .toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(MigrationRules.broken(files, authenticated())).isEmpty();
    }

    private static Set<String> authenticated() throws SQLException {
        var tables = new HashSet<String>();
        try (var owner = TestDatabase.owner(TestDatabase.settings());
                var statement = owner.createStatement();
                var found = statement.executeQuery("SELECT attrelid::regclass::text FROM pg_attribute"
                        + " WHERE attname = 'mac' AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r')")) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        }
        return tables;
    }

    private static List<String> broken(String sql) {
        return MigrationRules.broken(new TreeMap<>(Map.of("V1_2_1__more.sql", sql)), AUTHENTICATED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- Nothing but a comment.",
                "CREATE TABLE refund (\n    refund_id uuid NOT NULL, -- its id\n    PRIMARY KEY (refund_id)\n);",
                "CREATE TABLE refund (refund_id uuid);\nCREATE UNIQUE INDEX refund_id ON refund (refund_id);\n"
                        + "COMMENT ON TABLE refund IS 'kept';\nINSERT INTO refund VALUES (NULL);\n"
                        + "ALTER TABLE refund ALTER COLUMN refund_id SET NOT NULL;",
                "CREATE INDEX payout_note ON payout (note);",
                "DROP INDEX payout_note;",
                "ALTER TABLE payout ADD COLUMN purpose text;",
                "ALTER TABLE payout ADD COLUMN purpose text CHECK (length(purpose) <= 40);\n"
                        + "COMMENT ON COLUMN payout.purpose IS 'Why it was made.';",
                "ALTER TABLE lease ADD COLUMN renewed int NOT NULL DEFAULT 0;",
                "-- unused since 1.1\nALTER TABLE payout DROP COLUMN purpose;",
            })
    void whatAddsIsAllowed(String sql) {
        assertThat(broken(sql)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE payout DROP COLUMN note;                          | a statement adds one column",
                "ALTER TABLE payout RENAME COLUMN note TO remark;              | a statement adds one column",
                "ALTER TABLE payout ALTER COLUMN note SET NOT NULL;            | a statement adds one column",
                "ALTER TABLE payout ADD CONSTRAINT short CHECK (note <> '');   | a statement adds one column",
                "ALTER TABLE lease ADD COLUMN a int, DROP COLUMN until;        | a statement adds one column",
                "ALTER TABLE lease ADD COLUMN renewed int NOT NULL;            | the release before inserts rows without it",
                "ALTER TABLE payout ADD COLUMN legs int NOT NULL DEFAULT 1;    | the MACs of existing rows do not cover a value",
                "ALTER TABLE payout ADD COLUMN code text UNIQUE;               | the release before does not know this rule",
                "CREATE UNIQUE INDEX payout_note ON payout (note);             | the release before does not know that this is unique",
                "COMMENT ON COLUMN payout.note IS 'not evidence: a note';      | the release before relies on this as it is",
                "COMMENT ON TABLE lease IS 'append-only';                      | the release before relies on this as it is",
                "INSERT INTO fee VALUES (1);                                   | the release before relies on this as it is",
                "UPDATE payout SET note = 'none';                              | it does not add",
                "DROP TABLE lease;                                             | it does not add",
                "CREATE TRIGGER paid AFTER INSERT ON payout EXECUTE FUNCTION f(); | it does not add",
            })
    void whatChangesIsNamed(String sql, String why) {
        assertThat(broken(sql)).singleElement().asString().contains("V1_2_1__more.sql: " + why);
    }

    @Test
    void whatTheReleaseItselfStopsToUseStays() {
        assertThat(broken("-- unused since 1.2\nDROP TABLE lease;")).hasSize(1);
    }

    @Test
    void aTableOfTheReleaseBeforeIsNotItsOwn() {
        var files = new TreeMap<>(Map.of(
                "V1_1_1__refunds.sql", "CREATE TABLE refund (refund_id uuid);",
                "V1_1_2__more.sql", "ALTER TABLE refund ADD COLUMN note text NOT NULL;",
                "V1_2_1__less.sql", "ALTER TABLE refund DROP COLUMN note;"));
        assertThat(MigrationRules.broken(files, AUTHENTICATED))
                .singleElement()
                .asString()
                .startsWith("V1_2_1");
    }

    @Test
    void aFileIsNamedByItsRelease() {
        assertThat(MigrationRules.broken(new TreeMap<>(Map.of("V118__more.sql", "")), AUTHENTICATED))
                .hasSize(1);
    }
}
