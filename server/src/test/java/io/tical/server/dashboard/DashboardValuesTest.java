package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.InBrowser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "1500, THB, 150000",
        "'1,500.5', THB, 150050",
        "' 1 500.50 ', THB, 150050",
        "0.05, THB, 5",
        "1500.000, THB, 150000",
        "1500.005, THB,",
        "'1,50', THB,",
        "-5, THB,",
        "abc, THB,",
        "1500, JPY, 1500",
        "1500.5, JPY,",
        "1.234, KWD, 1234",
        "1.2345, KWD,",
        "90071992547409.93, THB, 9007199254740993",
        "12345678901234567.00, THB,",
    })
    void aTypedAmountIsMinorUnitsOrNone(String typed, String currency, String minor) {
        assertThat(run("format", "minorUnits", typed, currency)).isEqualTo(minor);
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
