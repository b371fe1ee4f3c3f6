package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InsertionTest {
    private record Item(
            UUID id,
            @Nullable String text,
            long amount,
            int number,
            boolean flag,
            @Nullable LocalDate day,
            Instant at) {}

    private static final Insertion<Item> INSERT = Insertion.<Item>into("inserted")
            .column("id", "uuid", Item::id)
            .column("word", "text", Item::text)
            .column("amount", "bigint", Item::amount)
            .column("number", "int", Item::number)
            .column("flag", "boolean", Item::flag)
            .column("day", "date", Item::day)
            .column("at", "timestamptz", Item::at);

    private Database database;

    @BeforeAll
    void open() throws Exception {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("CREATE TABLE inserted (id uuid PRIMARY KEY, word text DEFAULT 'unset', amount bigint,"
                    + " number int, flag boolean, day date, at timestamptz)");
        }
        database = Databases.open(settings);
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void everyValueIsStoredAsItIs() {
        var at = Instant.parse("2026-03-01T23:59:59.123Z");
        var items = List.of(
                new Item(
                        UUID.randomUUID(),
                        "q\"uo'te \\ {} , :name ? ก็ \n\t\u0001 😀",
                        Long.MAX_VALUE,
                        -1,
                        true,
                        null,
                        at),
                new Item(
                        UUID.randomUUID(),
                        null,
                        Long.MIN_VALUE,
                        Integer.MAX_VALUE,
                        false,
                        LocalDate.EPOCH,
                        Instant.EPOCH),
                new Item(UUID.randomUUID(), "", 0, 0, false, LocalDate.MAX.withYear(2999), at.plusMillis(1)));
        long count = database.transaction(session -> INSERT.of(session, items).run());
        var found = database.run(session -> session.sql("SELECT * FROM inserted")
                .list(row -> new Item(
                        row.uuid("id"),
                        row.textOrNull("word"),
                        row.number("amount"),
                        row.integer("number"),
                        row.flag("flag"),
                        row.dateOrNull("day"),
                        row.instant("at"))));
        assertThat(count).isEqualTo(3);
        assertThat(found).containsExactlyElementsOf(items);
        long none =
                database.transaction(session -> INSERT.of(session, List.of()).run());
        assertThat(none).isZero();
    }

    @Test
    void anEnumIsRefused() {
        var enums = Insertion.<DayOfWeek>into("inserted").column("word", "text", day -> day);
        assertThatThrownBy(() -> database.run(
                        session -> enums.of(session, List.of(DayOfWeek.MONDAY)).run()))
                .hasMessageContaining("MONDAY");
    }
}
