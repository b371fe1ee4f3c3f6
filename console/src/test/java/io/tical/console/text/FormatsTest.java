package io.tical.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatsTest {
    private final Formats formats = new Formats(
            new Texts(Language.ENGLISH),
            Map.of("THB", currency("THB", 2), "JPY", currency("JPY", 0), "KWD", currency("KWD", 3)),
            ZoneId.of("Asia/Bangkok"));

    private static CurrencyProfile currency(String code, int scale) {
        return new CurrencyProfile(code, code, code, "en", code, scale, 1);
    }

    @ParameterizedTest
    @CsvSource({"150000, THB, '1,500.00 THB'", "5, THB, 0.05 THB", "1500, JPY, '1,500 JPY'", "1, KWD, 0.001 KWD"})
    void amountsHaveAllTheirDigits(long minor, String currency, String written) {
        assertThat(formats.money(minor, currency)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({"'1,500.00', THB, 150000", "1500.5, THB, 150050", "' 7 ', JPY, 7", "'๑,๕๐๐.๒๕', THB, 150025"})
    void amountsAreReadAsPeopleWriteThem(String written, String currency, long minor) {
        assertThat(formats.parse(written, currency)).hasValue(minor);
    }

    /** All cases are in the test of the parser. */
    @ParameterizedTest
    @CsvSource({"1.005, THB", "0.5, JPY", "'12,34', THB", "'', THB", "1e30, THB"})
    void whatIsNoAmountIsRefused(String written, String currency) {
        assertThat(formats.parse(written, currency)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"THB, '1,500.00'", "JPY, '1,500'", "KWD, '1,500.000'"})
    void theExampleOfAnAmountIsOneOfItsCurrency(String currency, String shown) {
        assertThat(formats.example(currency)).isEqualTo(shown);
        assertThat(formats.parse(shown, currency)).isPresent();
    }

    @Test
    void timesHaveTheirZoneAndIdsTheirEnds() {
        assertThat(formats.time(1_795_500_000)).isEqualTo("24 Nov 2026, 13:00:00 GMT+7");
        assertThat(formats.age(1_795_500_000, Instant.ofEpochSecond(1_795_500_000 + 7_300)))
                .isEqualTo("2 h");
        assertThat(Formats.shortened(UUID.fromString("01a20aff-ff71-71a5-9908-db384ed3a82c")))
                .isEqualTo("01a20aff…a82c");
    }
}
