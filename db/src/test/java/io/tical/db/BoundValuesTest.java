package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Values as they are bound to parameters and read from rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundValuesTest {
    private Database database;

    @BeforeAll
    void open() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(
                    "CREATE TABLE everything (id uuid, words text[], at timestamptz, day date, raw bytea, flag boolean, n int)");
        }
        database = Databases.open(settings);
    }

    @AfterAll
    void close() {
        assertThat(database.activeConnections()).isZero();
        database.close();
    }

    @Test
    void everyKindOfValueIsReadAsItWasBound() {
        var id = UUID.randomUUID();
        var at = Instant.parse("2026-02-03T04:05:06.789012Z");
        database.run(session -> session.sql("""
                        INSERT INTO everything (id, words, at, raw, flag, n)
                        VALUES (cast(:id as uuid), cast(:words as text[]), :at, :raw, :flag, :n)
                        """)
                .bind("id", id)
                .bindEach("words", List.of("one", "two, \"three\""), word -> word)
                .bind("at", at)
                .bind("raw", new byte[] {0, 1, -1})
                .bind("flag", true)
                .bind("n", 7)
                .run());
        database.run(session -> session.sql("SELECT * FROM everything WHERE id = cast(:id as uuid)")
                .bind("id", id)
                .one(row -> {
                    assertThat(row.uuid("id")).isEqualTo(id);
                    assertThat(row.words("words")).containsExactly("one", "two, \"three\"");
                    assertThat(row.instant("at")).isEqualTo(at);
                    assertThat(row.dateOrNull("day")).isNull();
                    assertThat(row.bytes("raw")).containsExactly(0, 1, -1);
                    assertThat(row.flag("flag")).isTrue();
                    assertThat(row.number("n")).isEqualTo(7);
                    assertThatThrownBy(() -> row.text("day")).hasMessageContaining("day");
                    return id;
                }));
    }

    @Test
    void columnsAreReadInAnyOrderOfEachRow() {
        var read = database.run(session -> session.sql(
                        "SELECT i AS a, i * 10 AS b, i * 100 AS c FROM generate_series(1, 6) i")
                .list(row -> switch (row.integer("a")) {
                    case 1 -> "" + row.number("b");
                    case 2 -> row.number("c") + " " + row.number("b") + " " + row.number("a");
                    case 3 -> row.number("b") + " " + row.number("c") + " " + row.number("c");
                    case 4 -> "" + row.number("c");
                    default -> row.number(new String("b")) + " " + row.number("c");
                }));
        assertThat(read).containsExactly("10", "200 20 2", "30 300 300", "400", "50 500", "60 600");
    }

    @Test
    void aBatchIsOneStatementOverColumnsThatMayHoldNulls() {
        var ids = List.of(UUID.randomUUID(), UUID.randomUUID());
        var touched = database.run(session -> session.sql("""
                        INSERT INTO everything (id, at, raw, flag, n)
                        SELECT * FROM unnest(cast(:ids as uuid[]), cast(:ats as timestamptz[]), cast(:raws as bytea[]),
                                             cast(:flags as boolean[]), cast(:ns as int[]))
                        """)
                .bindEach("ids", ids, id -> id)
                .bindEach("ats", ids, id -> id.equals(ids.getFirst()) ? null : Instant.EPOCH)
                .bindEach("raws", ids, id -> new byte[] {1, 2})
                .bindEach("flags", ids, id -> id.equals(ids.getFirst()))
                .bindEach("ns", ids, id -> id.equals(ids.getFirst()) ? null : 5)
                .run());
        assertThat(touched).isEqualTo(2);
        var read = database.run(session -> session.sql("""
                        SELECT * FROM everything WHERE id = any(cast(:ids as uuid[])) ORDER BY n NULLS FIRST
                        """)
                .bindEach("ids", ids, id -> id)
                .list(row -> row.uuid("id") + " " + row.instantOrNull("at") + " " + row.numberOrNull("n") + " "
                        + row.flag("flag") + " " + row.bytes("raw").length));
        assertThat(read)
                .containsExactly(
                        ids.getFirst() + " null null true 2", ids.getLast() + " 1970-01-01T00:00:00Z 5 false 2");
    }

    @Test
    void timesIdsAndFlagsAreSentAsPostgreSqlReadsTheirTexts() {
        var times = Stream.of(
                        "1969-12-31T23:59:59.999999Z",
                        "1999-12-31T23:59:59.9999995Z",
                        "2000-01-01T00:00:00Z",
                        "2026-02-03T04:05:06.7890125Z",
                        "2026-02-03T04:05:06.7890135Z",
                        "2026-02-03T04:05:06.999999999Z")
                .map(Instant::parse)
                .toList();
        for (var at : times) {
            assertThat(equal("cast(:value AS timestamptz)", "cast('" + at + "' AS timestamptz)", at))
                    .isTrue();
        }
        assertThat(equal("cast(:value AS timestamptz[])", literal(times, "timestamptz"), times.toArray(Instant[]::new)))
                .isTrue();
        var ids = Arrays.asList(UUID.randomUUID(), null, new UUID(-1, -1));
        assertThat(equal("cast(:value AS uuid[])", literal(ids, "uuid"), ids.toArray(UUID[]::new)))
                .isTrue();
        var flags = Arrays.asList(null, true, false);
        assertThat(equal("cast(:value AS boolean[])", literal(flags, "boolean"), flags.toArray(Boolean[]::new)))
                .isTrue();
        assertThat(equal("cast(:value AS uuid[])", "cast('{}' AS uuid[])", new UUID[0]))
                .isTrue();
    }

    private boolean equal(String bound, String literal, Object value) {
        return database.run(session -> session.sql("SELECT " + bound + " = " + literal + " AS same")
                .bind("value", value)
                .one(row -> row.flag("same")));
    }

    private static String literal(List<?> values, String type) {
        return values.stream()
                .map(value -> value == null ? "NULL" : "'" + value + "'")
                .collect(Collectors.joining(", ", "cast(ARRAY[", "] AS " + type + "[])"));
    }
}
