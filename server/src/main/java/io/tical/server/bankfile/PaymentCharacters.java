package io.tical.server.bankfile;

import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * The characters of files of payments: letters, digits and {@code / - ? : ( ) . , ' +} and the blank, of which letters and
 * digits may be of every script if the bank takes them.
 */
final class PaymentCharacters {
    private static final String MARKS = "/-?:().,'+ ";
    private static final Pattern ACCENTS = Pattern.compile("(?<=\\p{IsLatin})\\p{Mn}+");

    private final boolean everyScript;

    /** @param everyScript whether the bank takes letters beyond A to Z */
    PaymentCharacters(boolean everyScript) {
        this.everyScript = everyScript;
    }

    /** A text with other characters for those that a file cannot have. */
    String text(String text) {
        var latin = everyScript
                ? text
                : ACCENTS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
                        .replaceAll("");
        var kept = new StringBuilder();
        latin.codePoints().forEach(point -> {
            if (isAllowed(point)) {
                kept.appendCodePoint(point);
            } else {
                kept.append(instead(point));
            }
        });
        return kept.toString().strip();
    }

    /** A reference, which also does not begin or end with a slash and has no two of them. */
    static String reference(String reference) {
        return new PaymentCharacters(false).text(reference).replaceAll("(?<=/)/|^/|/$", "-");
    }

    private boolean isAllowed(int point) {
        if (point < 128 || !everyScript) {
            return (point >= 'A' && point <= 'Z')
                    || (point >= 'a' && point <= 'z')
                    || (point >= '0' && point <= '9')
                    || MARKS.indexOf(point) >= 0;
        }
        return switch (Character.getType(point)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.DECIMAL_DIGIT_NUMBER -> true;
            default -> false;
        };
    }

    private static String instead(int point) {
        return switch (point) {
            case '&' -> "+";
            case '_', '–', '—', '‐' -> "-";
            case '’', '‘', '`', '"', '“', '”' -> "'";
            case '[', '{', '<' -> "(";
            case ']', '}', '>' -> ")";
            case ';' -> ",";
            case 'ß' -> "ss";
            case 'Æ' -> "AE";
            case 'æ' -> "ae";
            case 'Ø' -> "O";
            case 'ø' -> "o";
            case 'Ł' -> "L";
            case 'ł' -> "l";
            case 'Đ', 'Ð' -> "D";
            case 'đ' -> "d";
            case 'ı' -> "i";
            default -> Character.isWhitespace(point) || Character.isSpaceChar(point) ? " " : ".";
        };
    }
}
