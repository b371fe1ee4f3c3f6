package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CsvWriterTest {
    private static String written(@Nullable Object... values) {
        return new String(new CsvWriter().line(Arrays.asList(values)).take(), StandardCharsets.UTF_8);
    }

    @Test
    void valuesAreSeparatedByCommasAndLinesEndWithCarriageReturnAndLineFeed() {
        assertThat(written("a", null, true, "ก")).isEqualTo("a,,true,ก\r\n");
        assertThat(written("")).isEqualTo("\r\n");
    }

    @Test
    void textsAreCellsThatNoSpreadsheetRuns() {
        assertThat(written("a,b", "=1", "x;=1+1")).isEqualTo("\"a,b\",'=1,\"x;'=1+1\"\r\n");
    }

    @Test
    void numbersAndTimesAreWrittenAsTheyAre() {
        assertThat(written(-5, 90_071_992_547_409_91L, new BigDecimal("-0.000001")))
                .isEqualTo("-5,9007199254740991,-0.000001\r\n");
        assertThat(written(
                        OffsetDateTime.parse("2026-11-21T17:04:00.123+07:00"),
                        OffsetDateTime.parse("2026-11-21T10:04:00Z")))
                .isEqualTo("2026-11-21T17:04:00+07:00,2026-11-21T10:04:00Z\r\n");
    }

    @Test
    void linesAreTakenOneTime() {
        var writer = new CsvWriter().line(Arrays.asList("a", 1));
        assertThat(writer.take()).hasSize(5);
        assertThat(writer.take()).isEmpty();
    }
}
