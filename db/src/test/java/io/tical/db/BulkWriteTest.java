package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkWriteTest {
    private record Item(
            UUID id,
            @Nullable String text,
            long amount,
            int number,
            boolean flag,
            @Nullable LocalDate day,
            Instant at) {}

    private static final BulkWrite<Item> ITEMS = BulkWrite.<Item>of("inserted")
            .key("id", "uuid", Item::id)
            .column("word", "text", Item::text)
            .column("amount", "bigint", Item::amount)
            .column("number", "int", Item::number)
            .column("flag", "boolean", Item::flag)
            .column("day", "date", Item::day)
            .column("at", "timestamptz", Item::at);

    private record Change(
            UUID id,
            @Nullable Long amount,
            boolean flag,
            @Nullable LocalDate day,
            @Nullable Instant at,
            byte @Nullable [] data,
            @Nullable String facts) {}

    private static final BulkWrite<Change> CHANGES = BulkWrite.<Change>of("written")
            .key("id", "uuid", Change::id)
            .column("amount", "bigint", Change::amount)
            .column("flag", "boolean", Change::flag)
            .column("day", "date", Change::day)
            .column("at", "timestamptz", Change::at)
            .column("data", "bytea", Change::data);

    private static final BulkWrite<Change> FACTS = BulkWrite.<Change>of("written")
            .key("id", "uuid", Change::id)
            .column("amount", "bigint", Change::amount)
            .column("facts", "jsonb", Change::facts);

    private Database database;

    @BeforeAll
    void open() throws Exception {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("CREATE TABLE inserted (id uuid PRIMARY KEY, word text DEFAULT 'unset', amount bigint,"
                    + " number int, flag boolean, day date, at timestamptz)");
            statement.execute(
                    "CREATE TABLE written (id uuid PRIMARY KEY, kind text, amount bigint, flag boolean, day date,"
                            + " at timestamptz, data bytea, facts jsonb)");
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
        long count =
                database.transaction(session -> ITEMS.insert(session, items).run());
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
                database.transaction(session -> ITEMS.insert(session, List.of()).run());
        assertThat(none).isZero();
    }

    @Test
    void anUpdateChangesTheRowsWithTheseKeys() {
        var first = new Change(UUID.randomUUID(), 1L, false, null, null, null, null);
        var second = new Change(UUID.randomUUID(), 2L, true, LocalDate.EPOCH, Instant.EPOCH, new byte[] {1}, null);
        var other = new Change(UUID.randomUUID(), 3L, true, LocalDate.EPOCH, Instant.EPOCH, new byte[] {0, -1}, null);
        insert(first, second, other);
        var at = Instant.parse("2026-03-01T23:59:59.123456Z");
        var changed = List.of(
                new Change(first.id(), 10L, true, LocalDate.EPOCH, at, new byte[] {127, -128}, null),
                new Change(second.id(), null, false, null, null, null, null),
                new Change(UUID.randomUUID(), 5L, true, null, null, null, null));
        long count =
                database.transaction(session -> CHANGES.update(session, changed).run());
        assertThat(count).isEqualTo(2);
        assertThat(read(first.id())).isEqualTo("10 true 1970-01-01 " + at + " [127, -128] null");
        assertThat(read(second.id())).isEqualTo("null false null null null null");
        assertThat(read(other.id())).isEqualTo("3 true 1970-01-01 1970-01-01T00:00:00Z [0, -1] null");
    }

    @Test
    void anUpdateWritesJsonAndMayBeConditional() {
        var first = new Change(UUID.randomUUID(), 1L, false, null, null, null, null);
        var second = new Change(UUID.randomUUID(), 2L, false, null, null, null, null);
        insert(first, second);
        var changed = List.of(
                new Change(first.id(), 1L, false, null, null, null, "[\"a,b\"]"),
                new Change(second.id(), 7L, false, null, null, null, "{\"a\": \"q'{\\\"\"}"));
        long count = database.transaction(session ->
                FACTS.update(session, changed, "t.amount <> n.amount").run());
        assertThat(count).isOne();
        assertThat(read(first.id())).endsWith(" null");
        assertThat(read(second.id())).endsWith(" {\"a\": \"q'{\\\"\"}").startsWith("7 ");
    }

    @Test
    void anUpsertReplacesTheRowsWhoseKeysExist() {
        var first = new Change(UUID.randomUUID(), 1L, true, LocalDate.EPOCH, null, new byte[] {1}, null);
        insert(first);
        var saved = List.of(
                new Change(first.id(), null, false, null, Instant.EPOCH, new byte[0], null),
                new Change(UUID.randomUUID(), 2L, false, null, null, null, null));
        long count =
                database.transaction(session -> CHANGES.upsert(session, saved).run());
        assertThat(count).isEqualTo(2);
        assertThat(read(first.id())).isEqualTo("null false null 1970-01-01T00:00:00Z [] null");
        assertThat(read(saved.getLast().id())).isEqualTo("2 false null null null null");
    }

    @Test
    void anUpsertAndAnUpdateKeepFixedColumns() {
        record Named(UUID id, String kind, long amount) {}
        var named = BulkWrite.<Named>of("written")
                .key("id", "uuid", Named::id)
                .insertOnly("kind", "text", Named::kind)
                .column("amount", "bigint", Named::amount);
        var id = UUID.randomUUID();
        for (var row : List.of(new Named(id, "first", 1), new Named(id, "second", 2))) {
            database.transaction(session -> named.upsert(session, List.of(row)).run());
        }
        assertThat(kindAndAmount(id)).isEqualTo("first 2");
        database.transaction(session ->
                named.update(session, List.of(new Named(id, "third", 3))).run());
        assertThat(kindAndAmount(id)).isEqualTo("first 3");
    }

    private String kindAndAmount(UUID id) {
        return database.run(session -> session.sql("SELECT kind, amount FROM written WHERE id = cast(:id AS uuid)")
                .bind("id", id)
                .one(row -> row.text("kind") + " " + row.number("amount")));
    }

    @Test
    void aComputedColumnIsAnExpression() {
        var kinds = BulkWrite.<UUID>of("written")
                .key("id", "uuid", id -> id)
                .computed("kind", ":kind")
                .computed("amount", "1 + 1");
        var id = UUID.randomUUID();
        database.transaction(session -> kinds.insert(session, List.of(id), "ON CONFLICT DO NOTHING")
                .bind("kind", "new")
                .run());
        assertThat(kindAndAmount(id)).isEqualTo("new 2");
    }

    private void insert(Change... rows) {
        database.transaction(session -> CHANGES.insert(session, List.of(rows)).run());
    }

    private String read(UUID id) {
        return database.run(session -> session.sql("SELECT * FROM written WHERE id = cast(:id AS uuid)")
                .bind("id", id)
                .one(row -> row.numberOrNull("amount") + " " + row.flag("flag") + " " + row.dateOrNull("day") + " "
                        + row.instantOrNull("at") + " " + Arrays.toString(row.bytesOrNull("data")) + " "
                        + row.textOrNull("facts")));
    }

    @Test
    void anEnumIsRefused() {
        var enums = BulkWrite.<DayOfWeek>of("inserted").column("word", "text", day -> day);
        assertThatThrownBy(() -> database.run(session ->
                        enums.insert(session, List.of(DayOfWeek.MONDAY)).run()))
                .hasMessageContaining("MONDAY");
    }
}
