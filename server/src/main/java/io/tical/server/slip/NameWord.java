package io.tical.server.slip;

import io.tical.server.input.ThaiSpelling;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A word of a name, without differences of case, width, accents and Thai spelling.
 *
 * @param letters letters, marks, digits, and {@code *} where the bank hides any number of them
 * @param abbreviated whether it ends with a full stop
 */
record NameWord(String letters, boolean abbreviated) {
    private static final String HIDDEN = "*";

    private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036f\\p{Cf}]");

    /** Hidden letters. Some banks write x: alone, after the letters of another script, or three times after others. */
    private static final Pattern MASK = Pattern.compile(
            "[*#\u2022\u25CF\u00D7]+|(?<![\\p{L}\\p{M}\\p{N}])x{2,}(?![\\p{L}\\p{N}])"
                    + "|(?<=[\\p{IsThai}])x+|(?<=(?<![\\p{L}\\p{N}])[\\p{L}])x{2,}(?![\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])x{3,}(?![\\p{L}\\p{N}])");

    /** A full stop also ends a word, which it may abbreviate. The sign PAIYANNOI abbreviates, too. */
    private static final Pattern SEPARATOR = Pattern.compile("(?<=\\.)|[^\\p{L}\\p{N}\\p{M}*.]+|\u0E2F");

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}\\p{M}*]");

    static List<NameWord> all(String name) {
        return SEPARATOR
                .splitAsStream(MASK.matcher(plain(name)).replaceAll(HIDDEN))
                .map(NameWord::of)
                .filter(word -> !word.letters.isEmpty())
                .toList();
    }

    private static String plain(String name) {
        var decomposed = Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD);
        var bare = ACCENTS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
        return ThaiSpelling.of(Normalizer.normalize(bare, Normalizer.Form.NFKC)).replace("&", " and ");
    }

    private static NameWord of(String written) {
        return new NameWord(NOT_IN_NAMES.matcher(written).replaceAll(""), written.endsWith("."));
    }

    static String joined(List<NameWord> words) {
        return words.stream().map(NameWord::letters).collect(Collectors.joining());
    }

    boolean masked() {
        return letters.contains(HIDDEN);
    }

    /** Whether letters after these are hidden or abbreviated. */
    boolean hidden() {
        return masked() || abbreviated;
    }

    /** How many letters and digits it shows; marks of Thai do not count. */
    int shown() {
        return (int) letters.codePoints().filter(Character::isLetterOrDigit).count();
    }

    /** Whether these can be the beginning of that word, or what is shown of it. A number is never cut: 1 is another one than 12. */
    boolean begins(NameWord whole) {
        if (masked()) {
            return shows(whole.letters);
        }
        return whole.letters.startsWith(letters) && !cutsNumber(whole.letters, letters.length());
    }

    private static boolean cutsNumber(String whole, int at) {
        return at > 0
                && at < whole.length()
                && Character.isDigit(whole.charAt(at - 1))
                && Character.isDigit(whole.charAt(at));
    }

    /** Compares the parts between hidden letters with a word, each as far left as possible. */
    private boolean shows(String whole) {
        var parts = letters.split("\\*", -1);
        var last = parts[parts.length - 1];
        if (!whole.startsWith(parts[0])
                || whole.length() < parts[0].length() + last.length()
                || !whole.endsWith(last)) {
            return false;
        }
        var at = parts[0].length();
        for (int part = 1; part < parts.length - 1; part++) {
            var found = whole.indexOf(parts[part], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[part].length();
        }
        return at <= whole.length() - last.length();
    }
}
