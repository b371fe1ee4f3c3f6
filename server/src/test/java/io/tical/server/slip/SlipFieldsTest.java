package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.rail.ReportedName;
import io.tical.server.rail.UpstreamFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlipFieldsTest {
    private static JsonNode json(String text) {
        try {
            return Json.mapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100",
        "1.0, 100",
        "1.005e3, 100500",
        "0.01, 1",
        "0.29, 29",
        "1.15, 115",
        "4.35, 435",
        "8.41, 841",
        "1000000.07, 100000007",
        "90071992547409.91, 9007199254740991",
        "100.10000000, 10010",
        "\"1250\", 125000",
        "\"1250.5\", 125050",
        "\"0.07\", 7",
        "999999999999999, 99999999999999900"
    })
    void anAmountIsReadExactly(String amount, long minor) {
        assertThat(SlipFields.minorUnits(json(amount))).isEqualTo(minor);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "0.001",
                "1.005",
                "1e999999999",
                "1e-999999999",
                "9999999999999999",
                "\"\"",
                "\"1,250.00\"",
                "\"1e3\"",
                "\"-1\"",
                "\"NaN\"",
                "\"\u0661\"",
                "null",
                "true",
                "{}",
                "[1]"
            })
    void anAmountThatIsNotWholeSatangIsNotRead(String amount) {
        assertThatThrownBy(() -> SlipFields.minorUnits(json(amount))).isInstanceOf(UpstreamFailure.class);
    }

    @ParameterizedTest
    @CsvSource({
        "xxx-x-x9866-x, xxxxx9866x",
        "1234xxxx5678, 1234xxxx5678",
        "XXX-X-XX123-4, xxxxxx1234",
        "0 6*-***-1234, 06x" + "xxx1234",
        "'•••1234', xxx1234"
    })
    void aMaskedNumberKeepsEveryDigitInItsPlace(String shown, String masked) {
        assertThat(SlipFields.masked(json("\"" + shown + "\""))).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"xxx-x\"", "null", "{}"})
    void aNumberWithoutADigitIsNone(String shown) {
        assertThat(SlipFields.masked(json(shown))).isNull();
    }

    @Test
    void timesAreBangkokTimesUnlessTheySayOtherwise() {
        assertThat(SlipFields.bangkok(json("\"20200401\""), json("\"10:15:07\"")))
                .isEqualTo(Instant.parse("2020-04-01T03:15:07Z"));
        assertThat(SlipFields.instant(json("\"2023-01-01T00:00:00+07:00\"")))
                .isEqualTo(Instant.parse("2022-12-31T17:00:00Z"));
        assertThat(SlipFields.instant(json("\"2020-04-01T03:15:07.000Z\"")))
                .isEqualTo(Instant.parse("2020-04-01T03:15:07Z"));
        assertThat(SlipFields.bangkok(json("\"20200231\""), json("\"10:15\""))).isNull();
        assertThat(SlipFields.instant(json("\"yesterday\""))).isNull();
        assertThat(SlipFields.instant(json("{}"))).isNull();
    }

    @Test
    void banksAreNamedAsWeNameThem() {
        assertThat(SlipFields.bank(json("\"004\""))).isEqualTo("KBANK");
        assertThat(SlipFields.bank(json("\"kbank\""))).isEqualTo("KBANK");
        assertThat(SlipFields.bank(json("\"999\""))).isEqualTo("999");
        assertThat(SlipFields.bank(json("\"\""))).isNull();
        assertThat(SlipFields.bank(json("\"ธนาคาร\""))).isNull();
        assertThat(SlipFields.bank(json("null"))).isNull();
    }

    @Test
    void namesAreFitToBeStoredAndShown() {
        assertThat(SlipFields.names(
                        json("\" นาย อีซี่ สลิป \""),
                        json("\"\""),
                        json("\"MR. EASY\""),
                        json("\"MR. EASY\""),
                        json("7")))
                .containsExactly("นาย อีซี่ สลิป", "MR. EASY", "7");
        assertThat(ReportedName.of(json("\"a\\u0000b\\ud800c\\n\""))).isEqualTo("a bc");
        assertThat(ReportedName.of(json("\"" + "x".repeat(1_000) + "\""))).hasSize(140);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"a b\"", "\"a/b\"", "\"ก\"", "null", "{}"})
    void aReferenceThatCannotBeStoredIsNone(String reference) {
        assertThatThrownBy(() -> SlipFields.reference(json(reference))).isInstanceOf(UpstreamFailure.class);
    }
}
