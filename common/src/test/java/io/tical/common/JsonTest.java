package io.tical.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void anyNumberOfFieldNamesIsWritten() {
        for (int number = 0; number < 5_000; number++) {
            var name = "\"name\" " + number;
            assertThat(Json.text(Map.of(name, number))).isEqualTo("{\"\\\"name\\\" " + number + "\":" + number + "}");
        }
    }
}
