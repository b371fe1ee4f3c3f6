package io.tical.server.slip;

import io.tical.common.admin.Slips.Phrase;
import io.tical.server.slip.Check.Result;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the names on a slip with the expected holder. Banks show names without their end ({@code SOMCHAI J}), with hidden
 * letters ({@code สมชาย จ***}), with or without a title, and in Thai, in English or in both. Only names of one script are compared.
 *
 * @param why the reason of a result other than {@code MATCH}, as a check shows it; null if the names explain it
 */
record NameMatch(Result result, @Nullable Phrase why) {
    /** Between the names and the reason. */
    private static final String WHY = ": ";

    /** Fewer visible letters match too many names. */
    private static final int SHOWN_MIN = 4;

    /** Titles that precede a name, also without a space as in Thai; longer ones first. */
    private static final Pattern TITLE = Pattern.compile(
            plain("^\\s*(?:(?:mr|mrs|ms|miss|mister|dr)(?:\\.\\s*|\\s+)|นางสาว|นาง|นาย|น\\.\\s*ส\\.|ด\\.\\s*[ชญ]\\."
                    + "|คุณ|บริษัท|ห้างหุ้นส่วนจำกัด|ห้างหุ้นส่วน|บจก\\.?|บมจ\\.?|หจก\\.?)\\s*"));

    /** The legal form after a Thai name. */
    private static final Pattern FORM = Pattern.compile(plain("\\s*จำกัด\\s*(?:\\(\\s*มหาชน\\s*\\))?\\s*$"));

    /** Hidden letters; some banks write x. */
    private static final Pattern MASK = Pattern.compile("[*•]+|(?<![\\p{L}\\p{N}])x{2,}(?![\\p{L}\\p{N}])");

    /** A full stop also ends a word, which it may abbreviate. */
    private static final Pattern SEPARATOR = Pattern.compile("(?<=\\.)|[^\\p{L}\\p{N}\\p{M}*.]+");

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]");

    private static final Set<String> FORMS =
            Set.of("co", "company", "ltd", "limited", "plc", "pcl", "public", "inc", "llc", "the");

    /** @param hidden whether letters after these are hidden or abbreviated */
    private record Token(String letters, boolean hidden) {
        boolean begins(Token whole) {
            return whole.letters.startsWith(letters);
        }
    }

    /** @param expected the names that are stored; usually one */
    static NameMatch of(List<String> expected, List<String> found) {
        var results = EnumSet.noneOf(Result.class);
        var otherScript = true;
        for (var one : expected) {
            for (var shown : found) {
                var ours = tokens(one);
                var theirs = tokens(shown);
                if (sharedScript(ours, theirs)) {
                    results.add(compared(ours, theirs));
                }
                otherScript &= !scripts(theirs).isEmpty();
            }
        }
        // Names that contradict each other tell nothing.
        var contradictory = results.contains(Result.MATCH) && results.contains(Result.MISMATCH);
        if (results.contains(Result.MATCH) && !contradictory) {
            return new NameMatch(Result.MATCH, null);
        }
        if (results.contains(Result.MISMATCH) && !contradictory) {
            return new NameMatch(Result.MISMATCH, null);
        }
        if (expected.isEmpty()) {
            return new NameMatch(Result.UNKNOWN, null);
        }
        var why = results.isEmpty() && otherScript ? Phrase.OTHER_SCRIPT : Phrase.TOO_LITTLE;
        return new NameMatch(Result.UNKNOWN, contradictory ? Phrase.CONTRADICTORY : why);
    }

    /** What a check shows of the names that were found. */
    @Nullable
    String found(List<String> names) {
        var shown = join(names);
        return shown == null || why == null ? shown : shown + WHY + why.text();
    }

    /** The names as a check shows them; null if there is none. */
    static @Nullable String join(List<String> names) {
        return names.isEmpty() ? null : String.join(" / ", names);
    }

    private static Result compared(List<Token> expected, List<Token> found) {
        if (joined(expected).equals(joined(found)) && found.stream().noneMatch(Token::hidden)) {
            return Result.MATCH;
        }
        var shared = Math.min(expected.size(), found.size());
        var whole = true;
        for (int at = 0; at < shared; at++) {
            var ours = expected.get(at);
            var theirs = found.get(at);
            if (!theirs.begins(ours)) {
                return reordered(expected, found) || ours.begins(theirs) ? Result.UNKNOWN : Result.MISMATCH;
            }
            // Only the last word is shortened without a sign of it.
            whole &= theirs.hidden()
                    || at == found.size() - 1
                    || theirs.letters().equals(ours.letters());
        }
        // One word of several is a given name, which many people have.
        var words = found.stream().filter(one -> !one.letters().isEmpty()).count();
        var enough = words == expected.size() || (words > 1 && found.size() <= expected.size());
        var shown =
                joined(found).codePoints().filter(Character::isLetterOrDigit).count();
        return whole && enough && shown >= SHOWN_MIN ? Result.MATCH : Result.UNKNOWN;
    }

    /** Whether the same words come in another order or without some of them, for example a middle name. */
    private static boolean reordered(List<Token> expected, List<Token> found) {
        return found.stream().allMatch(theirs -> expected.stream().anyMatch(theirs::begins));
    }

    private static String joined(List<Token> tokens) {
        return tokens.stream().map(Token::letters).collect(Collectors.joining());
    }

    private static boolean sharedScript(List<Token> one, List<Token> other) {
        var scripts = scripts(one);
        scripts.retainAll(scripts(other));
        return !scripts.isEmpty();
    }

    private static Set<Character.UnicodeScript> scripts(List<Token> tokens) {
        return joined(tokens)
                .codePoints()
                .mapToObj(Character.UnicodeScript::of)
                .filter(script ->
                        script != Character.UnicodeScript.COMMON && script != Character.UnicodeScript.INHERITED)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Character.UnicodeScript.class)));
    }

    /** The words of a name without titles and legal forms; all words if nothing else remains. */
    private static List<Token> tokens(String name) {
        var plain = plain(name);
        var bare = FORM.matcher(TITLE.matcher(plain).replaceFirst("")).replaceFirst("");
        var words = split(bare).stream()
                .filter(word -> !FORMS.contains(word.letters()))
                .toList();
        return words.isEmpty() ? split(plain) : words;
    }

    /** Without differences of case, width and Latin accents. */
    private static String plain(String name) {
        var decomposed = Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD);
        return Normalizer.normalize(
                decomposed.replaceAll("[\\u0300-\\u036f\\p{Cf}]", "").toLowerCase(Locale.ROOT), Normalizer.Form.NFKC);
    }

    private static List<Token> split(String name) {
        return SEPARATOR
                .splitAsStream(MASK.matcher(name).replaceAll("*"))
                .filter(word -> !word.isEmpty())
                .map(NameMatch::token)
                .toList();
    }

    private static Token token(String word) {
        var hidden = word.indexOf('*');
        var shown = hidden < 0 ? word : word.substring(0, hidden);
        var abbreviated = shown.endsWith(".");
        return new Token(NOT_IN_NAMES.matcher(shown).replaceAll(""), hidden >= 0 || abbreviated);
    }
}
