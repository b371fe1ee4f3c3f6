package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Contrast;
import io.tical.server.Pixels;
import io.tical.server.payin.Theme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everybody can read every word in every theme. */
class PayPageLookTest {
    private static final Pattern TOKEN = Pattern.compile("--([a-z0-9-]+): #([0-9A-F]{6});");

    /** What is written or drawn on what. */
    private static final Map<Double, List<String>> PAIRS = Map.of(
            4.5,
            List.of(
                    "ink on paper",
                    "ink on ground",
                    "ink-2 on paper",
                    "ink-2 on ground",
                    "accent on paper",
                    "accent on ground",
                    "accent on accent-tint",
                    "ink-2 on accent-tint",
                    "accent-hover on paper",
                    "accent-hover on ground",
                    "on-accent on accent",
                    "on-accent on accent-hover",
                    "on-hero on hero",
                    "on-hero-2 on hero",
                    "hero-soon on hero",
                    "success on paper",
                    "ink on warning-tint",
                    "ink on danger-tint",
                    "on-band on band"),
            3.0,
            List.of(
                    "field-line on paper",
                    "field-line on accent-tint",
                    "accent on line",
                    "hero-accent on hero",
                    "info on ground",
                    "success on success-tint",
                    "info on info-tint",
                    "danger on danger-tint",
                    "danger on paper",
                    "warning on warning-tint",
                    "warning on paper",
                    "refund on refund-tint",
                    "neutral on neutral-tint"));

    /** A theme as it can be put on. */
    record Worn(Theme theme, boolean dark) {}

    static Stream<Worn> everyTheme() {
        return Stream.of(Theme.values()).flatMap(theme -> switch (theme) {
            case CLASSIC, MODERN -> Stream.of(new Worn(theme, false), new Worn(theme, true));
            case LIGHT, OCEAN, FOREST, SUNSET, ROSE -> Stream.of(new Worn(theme, false));
            case DARK, MIDNIGHT -> Stream.of(new Worn(theme, true));
        });
    }

    @ParameterizedTest
    @MethodSource("everyTheme")
    void textStandsOutFromWhatIsBehindIt(Worn worn) throws IOException {
        var tokens = tokens(worn);
        for (var least : PAIRS.entrySet()) {
            for (var pair : least.getValue()) {
                var names = pair.split(" on ");
                assertThat(Contrast.ratio(
                                Objects.requireNonNull(tokens.get(names[0]), names[0]),
                                Objects.requireNonNull(tokens.get(names[1]), names[1])))
                        .as(pair)
                        .isGreaterThanOrEqualTo(least.getKey());
            }
        }
    }

    private static Map<String, Integer> tokens(Worn worn) throws IOException {
        var tokens = new HashMap<String, Integer>();
        read(css("tokens"), tokens);
        if (worn.dark()) {
            read(css("dark"), tokens);
        }
        var theme = Pattern.compile("\\[data-theme=\"" + worn.theme().word() + "\"] \\{([^}]+)}")
                .matcher(css("themes"));
        if (theme.find()) {
            read(theme.group(1), tokens);
        }
        return tokens;
    }

    private static void read(String css, Map<String, Integer> tokens) {
        TOKEN.matcher(css).results().forEach(token -> tokens.put(token.group(1), Integer.parseInt(token.group(2), 16)));
    }

    @Test
    void coloursAreTokensAndNothingComesFromElsewhere() throws IOException {
        for (var sheet : List.of("tokens", "dark", "themes", "page", "parts")) {
            assertThat(css(sheet)).as(sheet).doesNotContain("@import", "url(", "http", "gradient");
        }
        for (var sheet : List.of("page", "parts")) {
            assertThat(css(sheet))
                    .as(sheet)
                    .doesNotContainPattern("#[0-9A-Fa-f]{3,8}[ ;]")
                    .doesNotContain("rgb(");
        }
    }

    @Test
    void typeKeepsToItsScale() throws IOException {
        for (var sheet : List.of("page", "parts")) {
            assertThat(values(css(sheet), "font-size").stream()
                            .map(size -> size.replaceFirst("min\\((.*), .*\\)", "$1")))
                    .isSubsetOf("0.75rem", "0.875rem", "1rem", "1.25rem", "1.75rem", "2.5rem");
            assertThat(values(css(sheet), "font-weight")).isSubsetOf("400", "600");
        }
    }

    @Test
    void whatMovesHoldsStillForWhoAsksForIt() throws IOException {
        for (var sheet : List.of("page", "parts")) {
            var still = css(sheet).replaceAll("(?s)@media \\(prefers-reduced-motion: no-preference\\) \\{.*?\n}", "");
            assertThat(still).as(sheet).doesNotContain("transition", "animation", "scroll-behavior");
        }
    }

    @Test
    void textAndSpaceFollowTheTextSizeOfTheBrowser() throws IOException {
        for (var sheet : List.of("tokens", "dark", "themes", "page", "parts")) {
            assertThat(Pixels.in(css(sheet))).as(sheet).isEmpty();
        }
    }

    private static List<String> values(String css, String property) {
        return Pattern.compile(property + ": ([^;}]+)")
                .matcher(css)
                .results()
                .map(match -> match.group(1).strip())
                .toList();
    }

    private static String css(String sheet) throws IOException {
        try (var in = Objects.requireNonNull(PayPageSite.class.getResourceAsStream("css/" + sheet + ".css"), sheet)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
