package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowMacTest {
    private static final UUID ID = new UUID(1, 2);
    private static final List<String> NAMES = List.of("id", "amount", "live", "name", "day", "at", "bytes", "nothing");
    private static final List<Object> VALUES =
            Arrays.asList(ID, 5L, true, "THB", LocalDate.EPOCH, Instant.EPOCH.plusMillis(7), new byte[] {1}, null);
    /** Another value of each column. */
    private static final List<Object> OTHERS = Arrays.asList(
            new UUID(2, 1), 6L, false, "THBx", LocalDate.EPOCH.plusDays(1), Instant.EPOCH, new byte[] {2}, "");

    private final RowMac.OfTable rows = macs("secret").of("transfer");

    private static RowMac macs(String secret) {
        return new RowMac(secret.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Object> with(int column, Object value) {
        var values = new ArrayList<>(VALUES);
        values.set(column, value);
        return values;
    }

    @Test
    void aRowAsItWasWrittenIsNotAltered() {
        assertThat(rows.altered(NAMES, VALUES, rows.of(VALUES))).isEmpty();
        assertThat(macs("secret").of("transfer").of(VALUES)).isEqualTo(rows.of(VALUES));
    }

    @Test
    void theAlteredColumnsAreNamed() {
        var written = rows.of(VALUES);
        for (int column = 0; column < NAMES.size(); column++) {
            assertThat(rows.altered(NAMES, with(column, OTHERS.get(column)), written))
                    .containsExactly(NAMES.get(column));
        }
        assertThat(rows.altered(NAMES, OTHERS, written)).containsExactly(RowMac.COLUMN);
        assertThat(rows.altered(NAMES, with(3, null), written)).containsExactly("name");
    }

    @Test
    void everyBitOfTheMacCounts() {
        var written = rows.of(VALUES);
        for (int bit = 0; bit < 128; bit++) {
            var changed = written.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(rows.altered(NAMES, VALUES, changed)).containsExactly(RowMac.COLUMN);
        }
        assertThat(rows.altered(NAMES, VALUES, null)).containsExactly(RowMac.COLUMN);
        assertThat(rows.altered(NAMES, VALUES, new byte[0])).isNotEmpty();
        assertThat(rows.altered(NAMES, VALUES, Arrays.copyOf(written, 16))).isNotEmpty();
        var longer = Arrays.copyOf(written, written.length + 2);
        longer[written.length] = 1;
        assertThat(rows.altered(NAMES, VALUES, longer)).containsExactly(RowMac.COLUMN);
    }

    @Test
    void aColumnOfTheNextReleaseChangesNothingWhileItIsNull() {
        var names = new ArrayList<>(NAMES);
        names.add("of_next_release");
        var values = new ArrayList<>(VALUES);
        values.add(null);
        var written = rows.of(values);
        assertThat(rows.altered(NAMES, VALUES, written)).isEmpty();
        assertThat(rows.altered(names, values, rows.of(VALUES))).isEmpty();
        assertThat(rows.altered(NAMES, with(3, null), written)).containsExactly("name");

        values.set(NAMES.size(), "filled");
        assertThat(rows.altered(NAMES, VALUES, rows.of(values))).containsExactly(RowMac.COLUMN);
    }

    @Test
    void aBriefMacHasNoChecksumsAndItsTableAlsoTakesFullOnes() {
        var brief = macs("secret").brieflyOf("transfer");
        var written = brief.of(VALUES);
        assertThat(written).hasSize(16);
        assertThat(brief.altered(NAMES, VALUES, written)).isEmpty();
        assertThat(brief.altered(NAMES, OTHERS, written)).containsExactly(RowMac.COLUMN);
        assertThat(brief.altered(NAMES, with(3, null), written)).containsExactly(RowMac.COLUMN);
        assertThat(brief.altered(NAMES, VALUES, rows.of(VALUES))).isEmpty();
        assertThat(brief.altered(NAMES, with(3, null), rows.of(VALUES))).containsExactly("name");
    }

    @Test
    void anotherKeyOrTableMakesAnotherMac() {
        assertThat(macs("other").of("transfer").altered(NAMES, VALUES, rows.of(VALUES)))
                .isNotEmpty();
        assertThat(macs("secret").of("wallet").altered(NAMES, VALUES, rows.of(VALUES)))
                .isNotEmpty();
        // No two of these may be read as the same bytes.
        var ambiguous = List.of(
                Arrays.<Object>asList("ab", "c"),
                Arrays.<Object>asList("a", "bc"),
                Arrays.<Object>asList("abc", null),
                Arrays.<Object>asList(null, "abc"),
                Arrays.<Object>asList("abc", ""),
                Arrays.<Object>asList("", "abc"));
        var macs = new HashSet<String>();
        ambiguous.forEach(values -> macs.add(Arrays.toString(Arrays.copyOf(rows.of(values), 16))));
        assertThat(macs).hasSameSizeAs(ambiguous);
    }

    @Test
    void aColumnThatIsAddedLaterLeavesTheMacsOfEarlierRows() {
        var names = new ArrayList<>(NAMES);
        names.add("added");
        var values = new ArrayList<>(VALUES);
        values.add(null);
        assertThat(rows.altered(names, values, rows.of(VALUES))).isEmpty();
        values.set(NAMES.size(), "forged");
        assertThat(rows.altered(names, values, rows.of(VALUES))).containsExactly("added");
    }

    @Test
    void integersAndLongsAreTheSameNumber() {
        assertThat(rows.of(List.of(5))).isEqualTo(rows.of(List.of(5L)));
    }

    @Test
    void aRowMayBeLongAndTheNextOneShort() {
        var text = "x".repeat(100_000);
        var written = rows.of(List.of(text, text, 5L));
        assertThat(rows.altered(List.of("a", "b", "c"), List.of(text, text, 5L), written))
                .isEmpty();
        assertThat(rows.altered(List.of("a", "b", "c"), List.of(text, text + "x", 5L), written))
                .containsExactly("b");
        assertThat(rows.of(VALUES)).isEqualTo(macs("secret").of("transfer").of(VALUES));
    }

    @Test
    void aTimeThatTheDatabaseWouldRoundIsRefused() {
        assertThatThrownBy(() -> rows.of(List.of(Instant.EPOCH.plusNanos(1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTypeThatNoColumnHasIsRefused() {
        assertThatThrownBy(() -> rows.of(List.of(BigDecimal.ONE))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void severalThreadsComputeMacsAtTheSameTime() {
        var macs = macs("secret");
        var different = IntStream.range(0, 2_000)
                .parallel()
                .mapToObj(number -> Arrays.toString(macs.of("transfer").of(VALUES)))
                .distinct()
                .toList();
        assertThat(different).hasSize(1);
    }
}
