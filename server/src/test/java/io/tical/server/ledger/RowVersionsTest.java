package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.RowChange;
import io.tical.db.RowKey;
import io.tical.server.ledger.RowVersions.Verdict;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Versions are letters, {@code -} is no row; the changes are in no order. */
class RowVersionsTest {
    private static final RowKey ROW = new RowKey("payin", ByteBuffer.allocate(1));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            changes     | stored | all   | verdict
            -a          | a      | true  | NEWEST
            -a          | -      | true  | EARLIER
            bc -a ab    | c      | true  | NEWEST
            bc -a ab    | b      | true  | EARLIER
            bc -a ab    | a      | true  | EARLIER
            bc -a ab    | -      | true  | EARLIER
            bc -a ab    | x      | true  | UNKNOWN
            b- -a ab    | -      | true  | NEWEST
            b- -a ab    | b      | true  | EARLIER
            a- -a       | a      | true  | EARLIER
            -a ab ba    | a      | true  | NEWEST
            -a ab ba    | b      | true  | EARLIER
            bc ab       | c      | false | NEWEST
            bc ab       | a      | false | EARLIER
            bc ab       | -      | false | UNKNOWN
            c- bc ab    | -      | false | NEWEST
            c- bc ab    | c      | false | EARLIER
            ab ba       | a      | false | NEWEST
            ab ba       | b      | false | NEWEST
            ab ba       | c      | false | UNKNOWN
            -a ab ab    | b      | true  | REPEATED
            -a ab ac    | c      | true  | REPEATED
            -a ab ac    | b      | true  | REPEATED
            -a ab ac    | a      | true  | EARLIER
            ab ac       | c      | false | REPEATED
            """, useHeadersInDisplayName = true)
    void theEndOfAllChangesIsTheNewestVersion(String changes, String stored, boolean all, Verdict verdict) {
        var versions = new RowVersions();
        for (var change : changes.split(" ")) {
            versions.add(new RowChange(ROW, version(change.charAt(0)), version(change.charAt(1))));
        }
        assertThat(versions.judge(version(stored.charAt(0)), all, true)).isEqualTo(verdict);
    }

    @Test
    void aRowWhoseInsertionIsLostIsNoEarlierVersion() {
        var versions = new RowVersions();
        versions.add(new RowChange(ROW, 1L, 2L));
        versions.add(new RowChange(ROW, 2L, 1L));
        assertThat(versions.judge(1L, true, false)).isEqualTo(Verdict.NEWEST);
        assertThat(versions.judge(3L, true, false)).isEqualTo(Verdict.UNKNOWN);
        versions.add(new RowChange(ROW, 1L, 3L));
        assertThat(versions.judge(2L, true, false)).isEqualTo(Verdict.EARLIER);
        assertThat(versions.judge(null, true, false)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aRowThatWasWrittenAsItWasIsNoEarlierVersionIfTheChangeBeforeIsLost() {
        var versions = new RowVersions();
        versions.add(new RowChange(ROW, null, 1L));
        versions.add(new RowChange(ROW, 2L, 2L));
        assertThat(versions.judge(2L, true, false)).isEqualTo(Verdict.UNKNOWN);
    }

    private static @Nullable Long version(char letter) {
        return letter == '-' ? null : (Long) (long) letter;
    }
}
