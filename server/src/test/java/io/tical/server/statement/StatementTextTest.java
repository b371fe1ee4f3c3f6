package io.tical.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How fields of statements are written. */
class StatementTextTest {
    private static String taken(StatementText text) {
        return new String(text.take(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 0.00",
        "5, 2, 0.05",
        "-5, 2, -0.05",
        "100, 2, 1.00",
        "-123456, 2, -1234.56",
        "1, 3, 0.001",
        "1234567, 6, 1.234567",
        "1000001, 6, 1.000001",
        "42, 0, 42",
        "-42, 0, -42",
        "9223372036854775807, 2, 92233720368547758.07",
        "-9223372036854775808, 2, -92233720368547758.08",
    })
    void amountsHaveAllDecimalsOfTheirCurrency(long minor, int scale, String written) {
        assertThat(taken(new StatementText().decimal(minor, scale))).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31T12:00:00.000Z",
                "2026-01-31T12:00:00.007Z",
                "2026-01-31T12:00:00.070Z",
                "2026-12-31T23:59:59.999Z",
                "1970-01-01T00:00:00.100Z"
            })
    void timesHaveMilliseconds(String time) {
        var text = new StatementText();
        assertThat(taken(text.time(Instant.parse(time)))).isEqualTo(time);
        assertThat(taken(text.time(Instant.parse(time)))).isEqualTo(time);
    }
}
