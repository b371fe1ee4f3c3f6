package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Contrast;
import io.tical.server.Pixels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everybody can read every word, by day and by night, and no style comes from elsewhere. */
class DashboardLookTest {
    private static final Pattern TOKEN =
            Pattern.compile("--([a-z0-9-]+): light-dark\\(#([0-9A-F]{6}), #([0-9A-F]{6})\\);");

    @ParameterizedTest(name = "{0} on {1} is at least {2} : 1")
    @CsvSource({
        "ink, paper, 4.5",
        "ink, ground, 4.5",
        "ink-2, paper, 4.5",
        "ink-2, ground, 4.5",
        "accent, paper, 4.5",
        "accent, ground, 4.5",
        "accent, accent-tint, 4.5",
        "accent, success-tint, 4.5",
        "accent, warning-tint, 4.5",
        "accent, danger-tint, 4.5",
        "accent-hover, paper, 4.5",
        "accent-hover, ground, 4.5",
        "on-accent, accent, 4.5",
        "on-accent, accent-hover, 4.5",
        "on-band, band, 4.5",
        "paper, ink, 4.5",
        "success, paper, 4.5",
        "success, success-tint, 4.5",
        "warning, warning-tint, 4.5",
        "danger, paper, 4.5",
        "danger, ground, 4.5",
        "danger, danger-tint, 4.5",
        "info, info-tint, 4.5",
        "refund, refund-tint, 4.5",
        "ink, success-tint, 4.5",
        "ink, warning-tint, 4.5",
        "ink, danger-tint, 4.5",
        "ink, info-tint, 4.5",
        "ink-2, success-tint, 4.5",
        "ink-2, warning-tint, 4.5",
        "ink-2, danger-tint, 4.5",
        "ink-2, info-tint, 4.5",
        "field-line, paper, 3",
        "field-line, ground, 3",
        "info, paper, 3",
    })
    void textStandsOutFromWhatIsBehindIt(String above, String below, double least) throws IOException {
        for (var group : List.of(2, 3)) {
            var tokens = tokens(group);
            assertThat(Contrast.ratio(tokens.get(above), tokens.get(below)))
                    .as(group == 2 ? "light" : "dark")
                    .isGreaterThanOrEqualTo(least);
        }
    }

    private static final List<String> SHEETS = List.of(
            "tokens", "base", "layout", "parts", "forms", "tables", "screens", "account", "actions", "slips", "large");

    @Test
    void coloursAreTokensAndNothingComesFromElsewhere() throws IOException {
        for (var sheet : SHEETS) {
            assertThat(css(sheet)).doesNotContain("@import", "url(", "http", "gradient");
            if (!sheet.equals("tokens")) {
                assertThat(css(sheet))
                        .doesNotContainPattern("#[0-9A-Fa-f]{3,8}[ ;]")
                        .doesNotContain("rgb(");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"font-size", "font-weight"})
    void typeKeepsToItsScale(String property) throws IOException {
        var allowed = Map.of(
                "font-size", List.of("0.75rem", "0.8125rem", "0.875rem", "1rem", "1.25rem", "1.75rem", "2.5rem"),
                "font-weight", List.of("400", "600"));
        for (var sheet : SHEETS) {
            assertThat(Pattern.compile(property + ": ([^;}]+)")
                            .matcher(css(sheet))
                            .results()
                            .map(match -> match.group(1).strip().replaceFirst("min\\((.*), .*\\)", "$1")))
                    .isSubsetOf(allowed.get(property));
        }
    }

    @Test
    void textAndSpaceFollowTheTextSizeOfTheBrowser() throws IOException {
        for (var sheet : SHEETS) {
            assertThat(Pixels.in(css(sheet))).as(sheet).isEmpty();
        }
    }

    private static Map<String, Integer> tokens(int group) throws IOException {
        return TOKEN.matcher(css("tokens"))
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> Integer.parseInt(match.group(group), 16)));
    }

    private static String css(String sheet) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(DashboardModule.class.getResourceAsStream("css/" + sheet + ".css"), sheet)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
