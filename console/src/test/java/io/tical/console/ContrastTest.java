package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.scene.paint.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everyone can read every word, by day and by night. */
class ContrastTest {
    private static final Pattern TOKEN = Pattern.compile("-tical-([a-z0-9-]+): (#[0-9a-f]{6});");

    @ParameterizedTest(name = "{0} on {1} is at least {2} : 1")
    @CsvSource({
        "ink, paper, 4.5",
        "ink, ground, 4.5",
        "ink-2, paper, 4.5",
        "ink-2, ground, 4.5",
        "accent, paper, 4.5",
        "accent, ground, 4.5",
        "on-accent, accent, 4.5",
        "on-accent, accent-hover, 4.5",
        "success, paper, 4.5",
        "success, ground, 4.5",
        "warning, paper, 4.5",
        "warning, ground, 4.5",
        "danger, paper, 4.5",
        "danger, ground, 4.5",
        "on-accent, danger, 4.5",
        "info, paper, 4.5",
        "info, ground, 4.5",
        "field-line, paper, 3",
    })
    void text_stands_out_from_what_is_behind_it(String above, String below, double least) throws IOException {
        for (var sheet : new String[] {"light.css", "dark.css"}) {
            var tokens = tokens(sheet);
            assertThat(contrast(tokens.get(above), tokens.get(below))).as(sheet).isGreaterThanOrEqualTo(least);
        }
    }

    private static Map<String, Color> tokens(String sheet) throws IOException {
        try (var in = ContrastTest.class.getResourceAsStream(sheet)) {
            return TOKEN.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .collect(Collectors.toMap(match -> match.group(1), match -> Color.web(match.group(2))));
        }
    }

    /** WCAG 2.2, contrast ratio. */
    private static double contrast(Color one, Color other) {
        var a = luminance(one) + 0.05;
        var b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed()) + 0.7152 * linear(color.getGreen()) + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }
}
