package io.tical.server.bankfile;

import java.util.Locale;
import java.util.regex.Pattern;

/** The text of a cell without what its writer did not mean. */
final class CellText {
    private static final Pattern BLANKS = Pattern.compile("[\\s\\u00A0\\uFEFF]+");

    private static final Pattern LINE_ENDS = Pattern.compile("\\R|[\\t\u00A0\uFEFF]");

    private CellText() {}

    /** Without white space at the ends, and with one blank for each within, line ends included. */
    static String collapse(String text) {
        return isCollapsed(text) ? text : BLANKS.matcher(text).replaceAll(" ").strip();
    }

    private static boolean isCollapsed(String text) {
        var blank = true;
        for (int at = 0; at < text.length(); at++) {
            var c = text.charAt(at);
            if (c != ' ' && isBlank(c)) {
                return false;
            }
            if (blank && c == ' ') {
                return false;
            }
            blank = c == ' ';
        }
        return !blank || text.isEmpty();
    }

    private static boolean isBlank(char c) {
        return c == '\u00A0' || c == '\uFEFF' || Character.isWhitespace(c);
    }

    /** Whether there is nothing but white space. */
    static boolean isBlank(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (!isBlank(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    /** In one line, without white space at the ends; blanks within are kept. */
    static String line(String text) {
        return LINE_ENDS.matcher(text).replaceAll(" ").strip();
    }

    /** The form in which names of columns are compared. */
    static String name(String text) {
        return collapse(text).toLowerCase(Locale.ROOT);
    }

    /** With ASCII digits for Thai ones. */
    static String digits(String text) {
        if (text.chars().noneMatch(CellText::isThaiDigit)) {
            return text;
        }
        var digits = new StringBuilder(text);
        for (int at = 0; at < digits.length(); at++) {
            if (isThaiDigit(digits.charAt(at))) {
                digits.setCharAt(at, (char) (digits.charAt(at) - '๐' + '0'));
            }
        }
        return digits.toString();
    }

    private static boolean isThaiDigit(int c) {
        return c >= '๐' && c <= '๙';
    }

    /** The number of an account: its digits alone, or as it is written if a part is masked or it has letters. */
    static String account(String text) {
        var written = collapse(text);
        var bare = written.startsWith("'") ? written.substring(1).strip() : written;
        var digits = digits(bare).replace("-", "").replace(" ", "");
        return digits.chars().allMatch(c -> c >= '0' && c <= '9') ? digits : bare;
    }
}
