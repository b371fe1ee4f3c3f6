package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {
    @Test
    void findsTheSameAsAPatternOfJava() {
        var random = new Random(20261128);
        for (int round = 0; round < 3_000; round++) {
            var text = "(?<a>" + pattern(random, 3) + ")" + pattern(random, 2) + "(?<b>" + pattern(random, 2) + ")";
            var ours = new LinearPattern(text);
            var java = Pattern.compile(text);
            for (int inputs = 0; inputs < 10; inputs++) {
                var input = input(random);
                var expected = java.matcher(input);
                var found = ours.match(input);
                assertThat(found.isPresent()).as("%s on %s", text, input).isEqualTo(expected.matches());
                found.ifPresent(groups -> {
                    for (var name : new String[] {"a", "b"}) {
                        assertThat(groups.getOrDefault(name, ""))
                                .as("%s of %s on %s", name, text, input)
                                .isEqualTo(expected.group(name));
                    }
                });
            }
        }
    }

    /** Without a repetition of what may be empty, of which the groups differ by design. */
    private static String pattern(Random random, int depth) {
        var text = new StringBuilder();
        for (int parts = random.nextInt(3) + 1; parts > 0; parts--) {
            if (depth > 0 && random.nextInt(3) == 0) {
                text.append("(?:")
                        .append(pattern(random, depth - 1))
                        .append('|')
                        .append(pattern(random, depth - 1))
                        .append(')');
            } else {
                text.append(new String[] {"a", "b", "ab", "1", ".", "[ab]", "[^a]", "[a-c]", "\\d"}[random.nextInt(9)])
                        .append(new String[] {"", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}"}
                                [random.nextInt(12)]);
            }
        }
        return text.toString();
    }

    private static String input(Random random) {
        var text = new StringBuilder();
        for (int length = random.nextInt(10); length > 0; length--) {
            text.append("abc1".charAt(random.nextInt(4)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a*)*b", "(a|a)*b", "(a|aa)+b", "((a?){40}){5}b", "(.*.*.*.*.*)b", "((((a*)*)*)*)*b"})
    void aPatternThatInvitesBacktrackingEnds(String text) {
        var pattern = new LinearPattern(text);
        assertThat(pattern.matches("a".repeat(LinearPattern.INPUT_MAX))).isFalse();
        assertThat(pattern.matches("a".repeat(150) + "b")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a",
                "a)",
                "[a",
                "*a",
                "a**",
                "(?=a)",
                "(?!a)",
                "(?<=a)b",
                "(a)\\1",
                "\\k<a>",
                "^a",
                "a$",
                "a{101}",
                "a{2,1}",
                "a{",
                "a\\",
                "(?<A>a)",
                "(?i)a",
                "[b-a]",
                "(((((((((((((((((((((a)))))))))))))))))))))",
                "(a{100}){100}"
            })
    void whatIsNotKnownIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new LinearPattern(text));
    }

    @Test
    void theFirstGroupOfANameThatHasATextCounts() {
        var pattern = new LinearPattern("a(?<x>[0-9]+)|b(?<x>[0-9]+)");
        assertThat(pattern.groups()).containsExactly("x");
        assertThat(pattern.match("b12"))
                .hasValueSatisfying(groups -> assertThat(groups).containsEntry("x", "12"));
    }

    @Test
    void aTextThatIsTooLongIsNotDescribed() {
        assertThat(new LinearPattern(".*").matches("a".repeat(LinearPattern.INPUT_MAX + 1)))
                .isFalse();
    }
}
