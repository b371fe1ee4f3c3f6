package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bank.SameEntries.Known;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which entries of one account, day and amount are the same. */
class SameEntriesTest {
    private static Sighting said(String format, String statement, int page, @Nullable String reference) {
        return new Sighting(format, statement, page, reference, null, null, null, null, "TRANSFER");
    }

    private static Known<String> known(String name, Sighting... sightings) {
        return new Known<>(name, List.of(sightings));
    }

    @Test
    void theSameStatementAgainSaysNothingNew() {
        var first = said("camt.053", "S1", 1, "A");
        var second = said("camt.053", "S1", 1, "B");
        assertThat(SameEntries.find(List.of(second, first), List.of(known("a", first), known("b", second))))
                .containsExactly("b", "a");
    }

    @Test
    void equalEntriesOfOneStatementAreAllReal() {
        var twin = said("csv", "S1", 1, null);
        assertThat(SameEntries.find(List.of(twin, twin), List.of())).containsExactly(null, null);
        assertThat(SameEntries.find(List.of(twin, twin, twin), List.of(known("a", twin), known("b", twin))))
                .containsExactly("a", "b", null);
    }

    @Test
    void otherReferencesInOneFormatAreOtherEntries() {
        assertThat(SameEntries.find(
                        List.of(said("camt.053", "S2", 1, "B")), List.of(known("a", said("camt.053", "S1", 1, "A")))))
                .containsExactly((String) null);
    }

    @Test
    void otherReferencesInAnotherFormatAreTheSameEntry() {
        assertThat(SameEntries.find(
                        List.of(said("camt.053", "S2", 1, "END-OF-DAY")),
                        List.of(known("a", said("camt.052", "S1", 1, "INTRADAY")))))
                .containsExactly("a");
    }

    @Test
    void pagesOfOneStatementHaveNoEntryInCommon() {
        assertThat(SameEntries.find(
                        List.of(said("MT940", "325", 2, null)), List.of(known("a", said("MT940", "325", 1, null)))))
                .containsExactly((String) null);
    }

    @Test
    void aReferenceIsStrongerThanTheOrder() {
        assertThat(SameEntries.find(
                        List.of(said("MT940", "S2", 1, "X"), said("MT940", "S2", 1, "B")),
                        List.of(
                                known("b", said("camt.053", "S1", 1, "B")),
                                known("c", said("camt.053", "S1", 1, "C")))))
                .containsExactly("c", "b");
    }

    /** Everybody pays the same amount, in two statements of a day that have other entries: that each is compared with each takes too long. */
    @Test
    @Timeout(60)
    void manyPaymentsOfOneAmountAreTold() {
        var count = 100_000;
        var known = IntStream.range(0, count)
                .mapToObj(entry -> known("k" + entry, said("MT940", "S1", 1, "K" + entry)))
                .toList();
        var said = IntStream.range(0, count)
                .mapToObj(entry -> said("MT940", "S2", 1, entry == count - 1 ? "K7" : "S" + entry))
                .toList();
        var found = SameEntries.find(said, known);
        assertThat(found.getLast()).isEqualTo("k7");
        assertThat(found.subList(0, count - 1)).containsOnlyNulls();
    }

    /** How a bank's formats say an entry: each with its own references, balance and time, or none. */
    private record Format(String name, boolean references, boolean balances, boolean times) {
        Sighting say(int entry, String statement) {
            return new Sighting(
                    name,
                    statement,
                    1,
                    references ? name + entry : null,
                    null,
                    null,
                    balances ? 100L * entry : null,
                    times ? LocalTime.of(8, 0).plusMinutes(entry) : null,
                    "TRANSFER");
        }
    }

    private static final List<Format> FORMATS = List.of(
            new Format("camt.053", true, false, true),
            new Format("MT940", true, false, false),
            new Format("OFX", true, false, false),
            new Format("KBIZ", false, true, true),
            new Format("KTB", false, true, false),
            new Format("RECENT", false, false, false));

    /**
     * A day of equal entries, said by statements of any format up to any hour, in any order: afterwards there are as many entries as the
     * longest statement said, and no statement makes two of one.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsSaidInWhateverOrderEachEntryExistsOnce(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            var entries = 1 + random.nextInt(6);
            var known = new ArrayList<Known<Integer>>();
            var longest = 0;
            for (int statement = 0; statement < 6; statement++) {
                var format = FORMATS.get(random.nextInt(FORMATS.size()));
                var until = statement == 5 ? entries : random.nextInt(entries + 1);
                longest = Math.max(longest, until);
                var sightings = new ArrayList<Sighting>();
                for (int entry = 0; entry < until; entry++) {
                    sightings.add(format.say(entry, "S" + statement));
                }
                var found = SameEntries.find(sightings, known);
                for (int i = 0; i < found.size(); i++) {
                    var same = found.get(i);
                    if (same == null) {
                        known.add(new Known<>(known.size(), new ArrayList<>(List.of(sightings.get(i)))));
                    } else {
                        known.get(same).sightings().add(sightings.get(i));
                    }
                }
                assertThat(known)
                        .as("seed %d, round %d, statement %d", seed, round, statement)
                        .hasSize(longest);
            }
        }
    }
}
