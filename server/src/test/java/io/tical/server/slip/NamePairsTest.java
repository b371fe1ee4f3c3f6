package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.slip.Check.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How often names are taken for another's, and how often staff must look at a name that is right. */
class NamePairsTest {
    private static final int PAIRS_MIN = 300;
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");
    private static final double STAFF_PERCENT_MAX = 2;

    private record Pair(boolean right, String expected, String found) {
        static Pair of(String line) {
            var parts = ESCAPE.matcher(line)
                    .replaceAll(escape -> Character.toString(Integer.parseInt(escape.group(1), 16)))
                    .split("\\|");
            return new Pair(parts[0].strip().equals("right"), parts[1].strip(), parts[2].strip());
        }

        Result result() {
            return NameMatch.of(List.of(expected), List.of(found)).result();
        }
    }

    private static List<Pair> pairs() throws IOException {
        try (var in = NamePairsTest.class.getResourceAsStream("name-pairs.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Pair::of)
                    .toList();
        }
    }

    @Test
    void noNameMatchesThatOfAnotherAndFewRightOnesGoToStaff() throws IOException {
        var pairs = pairs();
        var right = pairs.stream().filter(Pair::right).toList();
        var toStaff =
                right.stream().filter(pair -> pair.result() != Result.MATCH).toList();
        var falseMatches = pairs.stream()
                .filter(pair -> !pair.right() && pair.result() == Result.MATCH)
                .toList();
        var percent = 100.0 * toStaff.size() / right.size();
        System.out.printf(
                Locale.ROOT,
                "names: %d pairs, %d false matches of %d, %d of %d right ones to staff (%.1f %%)%n",
                pairs.size(),
                falseMatches.size(),
                pairs.size() - right.size(),
                toStaff.size(),
                right.size(),
                percent);

        assertThat(pairs).hasSizeGreaterThanOrEqualTo(PAIRS_MIN).doesNotHaveDuplicates();
        assertThat(falseMatches).isEmpty();
        assertThat(percent).as("%s", toStaff).isLessThanOrEqualTo(STAFF_PERCENT_MAX);
    }
}
