package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.InBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Money, times and addresses as the dashboard's modules make them, in the browser that runs them. */
@InBrowser
class DashboardValuesTest extends ModulesInBrowser {
    @ParameterizedTest
    @CsvSource({
        "150000, THB, '1,500.00'",
        "5, THB, 0.05",
        "0, THB, 0.00",
        "-1234567, THB, '−12,345.67'",
        "1234567, JPY, '1,234,567'",
        "1234567, KWD, '1,234.567'",
        "9007199254740991, THB, '90,071,992,547,409.91'",
    })
    void moneyIsExact(long minor, String currency, String shown) {
        assertThat(run("format", "amount", minor, currency)).isEqualTo(shown);
    }

    /** The cases that the console's parser follows, too. */
    static Stream<JsonNode> typedAmounts() throws IOException {
        var table = Path.of("../common/src/test/resources/io/tical/common/typed-amounts.json");
        return Json.mapper().readTree(table.toFile()).valueStream();
    }

    @ParameterizedTest
    @MethodSource("typedAmounts")
    void aTypedAmountIsMinorUnitsOrNone(JsonNode one) {
        var minor = one.path("minor");
        assertThat(run(
                        "format",
                        "minorUnits",
                        one.path("typed").asText(),
                        one.path("currency").asText()))
                .isEqualTo(minor.isNull() ? null : minor.asText());
    }

    @ParameterizedTest
    @CsvSource({"THB, '1,500.00'", "JPY, '1,500'", "KWD, '1,500.000'"})
    void theExampleOfAnAmountHasTheDigitsOfItsCurrency(String currency, String shown) {
        assertThat(run("format", "example", currency)).isEqualTo(shown);
        assertThat(run("format", "minorUnits", shown, currency)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1795255440, '21 Nov 2026, 17:04'",
        "1795194000, '21 Nov 2026, 00:00'",
        "1795193999, '20 Nov 2026, 23:59'",
    })
    void timesAreInTheOrganizationsZone(long seconds, String shown) {
        assertThat(run("format", "minute", seconds)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"1795255440, 1795255620000, '3 min. ago'", "1795255440, 1795248240000, 'in 2 hr.'"})
    void howLongAgoIsSaidInOneUnit(long seconds, long nowMillis, String shown) {
        assertThat(run("format", "ago", seconds, nowMillis)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-21, 1795280399", "2026-12-31, 1798736399"})
    void aDayEndsInTheOrganizationsZone(String date, long seconds) {
        assertThat(((Number) run("format", "endOfDay", date)).longValue()).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "0.0.0.0/0, 203.0.113.7, true",
        "203.0.113.7, 203.0.113.7, true",
        "203.0.113.7, 203.0.113.70, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "2001:db8::/32, 2001:db8:1::7, true",
        "2001:db8::/32, 2001:db9::7, false",
        "127.0.0.0/8, ::1, false",
        "127.0.0.0/8, ::ffff:127.0.0.1, true",
    })
    void anEntryCoversWhatLiesWithinIt(String entry, String address, boolean covered) {
        assertThat(run("address", "covers", entry, address)).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0, 4 0",
        "128.0.0.0/1, 4 1",
        "10.0.0.0/7, 4 7",
        "10.0.0.0/8,",
        "10.0.0.0,",
        "::/0, 6 0",
        "2000::/3, 6 3",
        "2001::/15, 6 15",
        "2001::/16,",
        "::ffff:0.0.0.0/96, 4 0",
        "::ffff:0:0/100, 4 4",
        "::ffff:10.0.0.0/104,",
        "nowhere/0,",
    })
    void aRangeIsWideIfNoSingleNetworkNeedsIt(String entry, String found) {
        var wide = (Map<?, ?>) run("address", "wide", entry);
        assertThat(wide == null ? null : wide.get("version") + " " + wide.get("length"))
                .isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 100", "2100000, 0 1000000 2000000 3000000", "999, 0 250 500 750 1000", "400, 0 100 200 300 400"})
    void anAxisHasRoundMarks(long top, String marks) {
        assertThat(((List<?>) run("parts/plot", "marks", top, 100)).stream().map(String::valueOf))
                .containsExactly(marks.split(" "));
    }
}
