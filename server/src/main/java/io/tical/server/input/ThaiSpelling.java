package io.tical.server.input;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One way of writing Thai. The same word is stored in several ways that look alike: keyboards and programs differ in the order of the
 * marks above and below a consonant, in SARA AM as one character or two, and in SARA AE as one or as two of SARA E. Unicode's
 * normalization forms keep these differences, because most Thai marks have no canonical order.
 */
public final class ThaiSpelling {
    private static final char NIKHAHIT = '\u0E4D';
    private static final char SARA_AA = '\u0E32';
    private static final char SARA_E = '\u0E40';
    private static final char SARA_AE = '\u0E41';
    private static final char SARA_AM = '\u0E33';
    private static final char LAKKHANGYAO = '\u0E45';
    private static final char ZERO = '\u0E50';
    private static final char NINE = '\u0E59';

    /** Marks on a consonant. */
    private static final Pattern MARKS = Pattern.compile("[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]{2,}");

    /** Marks in the order in which a cluster has them: vowels below and above, tones, then the ring of SARA AM. */
    private static final String ORDER =
            "\u0E3A\u0E38\u0E39\u0E31\u0E34\u0E35\u0E36\u0E37\u0E47\u0E48\u0E49\u0E4A\u0E4B\u0E4C\u0E4E\u0E4D";

    /** Shifted marks and letters without a tail, which older fonts have in the private use area from U+F700. */
    private static final String SHIFTED =
            "\u0E10\u0E34\u0E35\u0E36\u0E37\u0E48\u0E49\u0E4A\u0E4B\u0E4C\u0E48\u0E49\u0E4A\u0E4B\u0E4C"
                    + "\u0E0D\u0E31\u0E4D\u0E47\u0E48\u0E49\u0E4A\u0E4B\u0E4C\u0E38\u0E39\u0E3A";

    private static final int SHIFTED_FIRST = 0xF700;

    private static final Map<Character, Character> CHARACTERS = IntStream.range(0, SHIFTED.length())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(at -> (char) (SHIFTED_FIRST + at), SHIFTED::charAt));

    private ThaiSpelling() {}

    /** The text in the one spelling, with ASCII digits for Thai ones; characters of other scripts are as they were. */
    public static String of(String text) {
        if (text.chars().noneMatch(c -> (c >= '\u0E00' && c <= '\u0E7F') || CHARACTERS.containsKey((char) c))) {
            return text;
        }
        var plain = new StringBuilder(text.length() + 8);
        for (var written : text.toCharArray()) {
            var c = CHARACTERS.getOrDefault(written, written);
            var last = plain.isEmpty() ? ' ' : plain.charAt(plain.length() - 1);
            if (c == SARA_AM) {
                plain.append(NIKHAHIT).append(SARA_AA);
            } else if (c == SARA_E && last == SARA_E) {
                plain.setCharAt(plain.length() - 1, SARA_AE);
            } else if (c >= ZERO && c <= NINE) {
                plain.append((char) ('0' + c - ZERO));
            } else {
                plain.append(c == LAKKHANGYAO ? SARA_AA : c);
            }
        }
        return MARKS.matcher(plain).replaceAll(marks -> ordered(marks.group()));
    }

    /** A mark that is typed twice is seen once. */
    private static String ordered(String marks) {
        return ORDER.chars()
                .filter(mark -> marks.indexOf(mark) >= 0)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
