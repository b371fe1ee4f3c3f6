package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Contrast;
import io.tical.server.Pixels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Everybody can read the page: text stands out from what is behind it by 4.5 to 1, in light and in dark. */
class DocsLookTest {
    private static final List<String> TEXT =
            List.of("ink", "ink-2", "accent", "accent-hover", "success", "warning", "danger", "info");

    @Test
    void everyColourOfTextStandsOutFromPaperAndGround() throws IOException {
        var css = css();
        var dark = css.indexOf("prefers-color-scheme: dark");
        var light = colours(css.substring(0, dark));
        var darkened = new HashMap<>(light);
        darkened.putAll(colours(css.substring(dark)));
        for (var scheme : List.of(light, darkened)) {
            for (var text : TEXT) {
                for (var behind : List.of("paper", "ground")) {
                    assertThat(Contrast.ratio(scheme.get(text), scheme.get(behind)))
                            .as(text + " on " + behind + " of " + scheme)
                            .isGreaterThanOrEqualTo(4.5);
                }
            }
            assertThat(Contrast.ratio(scheme.get("on-accent"), scheme.get("accent")))
                    .isGreaterThanOrEqualTo(4.5);
        }
    }

    @Test
    void theStyleSheetTakesNothingFromElsewhere() throws IOException {
        assertThat(css()).doesNotContain("@import", "url(", "http");
    }

    @Test
    void textAndSpaceFollowTheTextSizeOfTheBrowser() throws IOException {
        assertThat(Pixels.in(css())).isEmpty();
    }

    @Test
    void aJumpIsImmediate() throws IOException {
        assertThat(css()).contains("scroll-behavior: auto").doesNotContain("scroll-behavior: smooth");
    }

    private static String css() throws IOException {
        try (var in = Objects.requireNonNull(DocsModule.class.getResourceAsStream("docs.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, Integer> colours(String css) {
        var colours = new HashMap<String, Integer>();
        Pattern.compile("--([a-z0-9-]+): #([0-9A-F]{6});")
                .matcher(css)
                .results()
                .forEach(match -> colours.put(match.group(1), Integer.parseInt(match.group(2), 16)));
        return colours;
    }
}
