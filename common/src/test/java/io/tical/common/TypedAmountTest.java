package io.tical.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table has the cases of every program that reads typed amounts. */
class TypedAmountTest {
    private static final Map<String, Integer> SCALES = Map.of("THB", 2, "JPY", 0, "KWD", 3, "USDT", 6);

    static Stream<JsonNode> cases() throws IOException {
        try (var table = TypedAmountTest.class.getResourceAsStream("typed-amounts.json")) {
            return Json.mapper().readTree(Objects.requireNonNull(table)).valueStream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTypedAmountIsItsMinorUnitsOrRefused(JsonNode one) {
        var scale = SCALES.get(one.path("currency").asText());
        var minor = one.path("minor");
        assertThat(TypedAmount.minor(one.path("typed").asText(), Objects.requireNonNull(scale)))
                .isEqualTo(minor.isNull() ? OptionalLong.empty() : OptionalLong.of(minor.asLong()));
    }
}
