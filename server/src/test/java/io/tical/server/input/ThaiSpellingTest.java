package io.tical.server.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThaiSpellingTest {
    @ParameterizedTest
    @CsvSource({
        // SARA AM as one character and as two, with the tone mark before or after the ring
        "น\u0E49\u0E33, น\u0E49\u0E4D\u0E32",
        "น\u0E49\u0E33, น\u0E4D\u0E49\u0E32",
        "จ\u0E33กัด, จ\u0E4D\u0E32กัด",
        "\u0E41สง, \u0E40\u0E40สง",
        "ธ\u0E34\u0E4C, ธ\u0E4C\u0E34",
        "กล\u0E49า, กล\u0E49\u0E49า",
        "กล\u0E49\u0E32, กล\u0E49\u0E45",
        "99, ๙๙",
        "ปี่, ป\uF702\uF70A",
        "ญาติ, \uF70Fาต\u0E34",
    })
    void whatLooksAlikeIsTheSame(String one, String other) {
        assertThat(ThaiSpelling.of(one)).isEqualTo(ThaiSpelling.of(other));
    }

    @ParameterizedTest
    @CsvSource({"ป่า, ป้า", "น้ำ, นำ", "แสง, เสง", "ไทย, ใทย", "มานี, มานิ"})
    void whatDoesNotLookAlikeIsAnother(String one, String other) {
        assertThat(ThaiSpelling.of(one)).isNotEqualTo(ThaiSpelling.of(other));
    }

    @Test
    void otherScriptsAreAsTheyWere() {
        assertThat(ThaiSpelling.of("Café 12 – 日本")).isEqualTo("Café 12 – 日本");
    }
}
