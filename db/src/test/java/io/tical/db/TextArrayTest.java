package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Rows with columns of type {@code text[]}, and with a key of bytes, prove that the service wrote them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TextArrayTest {
    private static final List<String> TEXTS =
            List.of("payouts:read", "", " ", "NULL", "a,b", "{}", "\"quoted\"", "back\\slash", "ไทย\n");

    private record Item(byte[] id, List<String> texts) {}

    private static final BulkWrite<Item> ITEMS = BulkWrite.<Item>of("item")
            .key("id", "bytea", Item::id)
            .column("texts", "text[]", item -> TextArray.of(item.texts()))
            .authenticated();

    private Database database;

    @BeforeAll
    void open() throws Exception {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("CREATE TABLE item (id bytea PRIMARY KEY, texts text[], mac bytea)");
        }
        database = Databases.open(settings);
    }

    @AfterAll
    void close() {
        database.close();
    }

    private static Item item(List<String> texts) {
        return new Item(UUID.randomUUID().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8), texts);
    }

    private void insert(List<Item> items) {
        database.transaction(session -> ITEMS.insert(session, items).run());
    }

    @Test
    void textsAreStoredAsTheyAreAndProved() {
        var item = item(TEXTS);
        insert(List.of(item, item(List.of())));
        // The driver receives values in binary form after some executions.
        for (int time = 0; time < 10; time++) {
            assertThat(altered(item)).isEmpty();
        }
        var stored = database.run(session -> session.sql("SELECT * FROM item WHERE id = :id")
                .bind("id", item.id())
                .one(row -> row.words("texts")));
        assertThat(stored).isEqualTo(TEXTS);
    }

    @Test
    void alteredTextsAreNamed() {
        for (var other : List.of("texts || text 'x'", "texts[2:]", "texts || cast(NULL AS text)", "'{{a},{b}}'")) {
            var item = item(List.of("a", "b"));
            insert(List.of(item));
            database.transaction(session -> session.sql("UPDATE item SET texts = " + other + " WHERE id = :id")
                    .bind("id", item.id())
                    .run());
            assertThat(altered(item)).as(other).containsExactly("texts");
        }
    }

    @Test
    void everyArrayHasANotationOfItsOwn() {
        var arrays =
                List.of(List.of(), List.of(""), List.of("NULL"), List.of("a,b"), List.of("a", "b"), List.of("a\",\"b"));
        assertThat(arrays)
                .extracting(array ->
                        TextArray.of(array.stream().map(String.class::cast).toList()))
                .doesNotHaveDuplicates();
        assertThat(TextArray.of(Arrays.asList("a", null))).isEqualTo("{\"a\",NULL}");
    }

    @Test
    void aKeyOfBytesOrdersRowsAndIsNamedReadably() {
        insert(IntStream.range(0, 5).mapToObj(number -> item(TEXTS)).toList());
        var names = database.run(session -> {
            var proof = ITEMS.proof(session);
            return proof.rowsInOrder(session).list(proof::name);
        });
        assertThat(names).hasSizeGreaterThanOrEqualTo(5).isSorted().allMatch(name -> name.matches("id [0-9a-f]{72}"));
    }

    private List<String> altered(Item item) {
        return database.run(session -> {
            var proof = ITEMS.proof(session);
            return session.sql("SELECT * FROM item WHERE id = :id")
                    .bind("id", item.id())
                    .one(proof::altered);
        });
    }
}
