package io.tical.db;

import static io.tical.db.ColumnType.BIG_NUMBER;
import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TEXTS;
import static io.tical.db.ColumnType.TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableTest {
    private record Terms(DayOfWeek weekday, long amount, List<String> words, BigInteger units) {}

    private record Ending(@Nullable String note, int code, Instant at) {}

    private record Item(
            UUID id,
            Terms terms,
            boolean flag,
            @Nullable LocalDate day,
            @Nullable Ending ending) {}

    private static final Table<Item> ITEMS = Table.of("declared", TableTest::columns);

    private static final Item ENDED = new Item(
            UUID.randomUUID(),
            new Terms(DayOfWeek.FRIDAY, Long.MIN_VALUE, List.of("", "a \"b\", {c}"), BigInteger.TWO.pow(200)),
            true,
            LocalDate.EPOCH,
            new Ending(null, -1, Instant.parse("2026-03-01T23:59:59.123456Z")));
    private static final Item OPEN =
            new Item(UUID.randomUUID(), new Terms(DayOfWeek.MONDAY, 0, List.of(), BigInteger.ZERO), false, null, null);

    private Database database;

    private static Function<Row, Item> columns(TableColumns<Item> t) {
        var terms = t.part(Item::terms);
        var ending = t.optional(Item::ending);
        var id = t.key("id", ID, Item::id);
        var weekday = terms.insertOnly("weekday", TEXT.as(DayOfWeek::valueOf, DayOfWeek::name), Terms::weekday);
        var amount = terms.column("amount", NUMBER, Terms::amount);
        var words = terms.insertOnly("words", TEXTS, Terms::words);
        var units = terms.column("units", BIG_NUMBER, Terms::units);
        var flag = t.column("flag", FLAG, Item::flag);
        var day = t.outsideMac("day", DAY.orNull(), Item::day);
        var note = ending.updateOnly("note", TEXT.orNull(), Ending::note);
        var code = ending.updateOnly("code", INTEGER, Ending::code);
        var at = ending.updateOnly("at", TIME, Ending::at);
        return row -> new Item(
                id.of(row),
                new Terms(weekday.of(row), amount.of(row), words.of(row), units.of(row)),
                flag.of(row),
                day.of(row),
                ending.orNull(row, () -> new Ending(note.of(row), code.of(row), at.of(row))));
    }

    @BeforeAll
    void open() throws Exception {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("CREATE TABLE declared (id uuid PRIMARY KEY, weekday text, amount bigint, words text[],"
                    + " units numeric, flag boolean, day date, note text, code int, at timestamptz, mac bytea)");
        }
        database = Databases.open(settings);
        database.transaction(session -> {
            ITEMS.insert(session, List.of(OPEN, with(ENDED, null))).run();
            session.sql("SELECT * FROM declared WHERE flag FOR UPDATE").list(ITEMS.locked(session));
            return ITEMS.update(session, List.of(ENDED)).run();
        });
    }

    private static Item with(Item item, @Nullable Ending ending) {
        return new Item(item.id(), item.terms(), item.flag(), item.day(), ending);
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void whatIsWrittenIsRead() {
        var found =
                database.run(session -> session.sql("SELECT * FROM declared").list(ITEMS.proved(session)));
        assertThat(found).containsExactlyInAnyOrder(OPEN, ENDED);
    }

    @Test
    void aJoinReadsARowWithLabels() {
        var found = database.run(session -> session.sql(
                        "SELECT a.amount, a.id, " + ITEMS.selected("a", "of_") + " FROM declared a WHERE flag")
                .one(ITEMS.labelled("of_")));
        assertThat(found).isEqualTo(ENDED);
    }

    @Test
    void anAlteredRowIsNotProved() {
        assertThatThrownBy(() -> database.run(session -> session.sql(
                                "SELECT id, weekday, amount + 1 AS amount, words, units, flag, day, note, code, at, mac FROM declared")
                        .list(ITEMS.proved(session))))
                .isInstanceOf(AlteredRow.class)
                .hasMessageContaining("In declared, id ")
                .hasMessageContaining(": amount was not written");
    }

    @Test
    void aNullIsNotReadAsAValue() {
        assertThatThrownBy(() -> database.run(session -> session.sql("SELECT d.*, NULL AS of_weekday FROM declared d")
                        .list(row -> TEXT.read(row, "of_weekday"))))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("column of_weekday is null");
        byte[] secret = database.run(session -> session.sql("SELECT cast(NULL AS bytea) AS secret")
                .list(row -> Optional.ofNullable(BYTES.orNull().read(row, "secret")))
                .getFirst()
                .orElse(null));
        assertThat(secret).isNull();
    }

    @Test
    void anOptionalPartNeedsAColumnThatItAlwaysHas() {
        var table = Table.<Item>of("other", t -> {
            var ending = t.optional(Item::ending);
            var note = ending.column("note", TEXT.orNull(), Ending::note);
            return row -> with(OPEN, ending.orNull(row, () -> new Ending(note.of(row), 0, Instant.EPOCH)));
        });
        assertThatThrownBy(() -> database.run(
                        session -> session.sql("SELECT * FROM declared").list(table::read)))
                .hasMessageContaining("an optional part needs a column that it always has");
    }
}
