package io.tical.common;

import java.util.regex.Pattern;

/**
 * A text as a cell of comma-separated values (RFC 4180), for files that people open in a spreadsheet.
 *
 * <p>Spreadsheets run cells that begin like formulas. Depending on the region they separate cells at semicolons or tabs instead of commas,
 * and then also within a quoted cell, because a quotation mark that is not first in a cell means nothing. So a text that begins like a
 * formula, or does so after any of these characters, gets an apostrophe there, which marks what follows as a text.
 */
public final class CsvCell {
    private static final String QUOTED = ",;\t\"\r\n";

    /** After these, some spreadsheet begins another cell. */
    private static final String SEPARATORS = ";\t\r\n";

    /** Also the full-width and small forms and the minus sign, which spreadsheets of East Asian regions read alike. */
    private static final String FORMULAS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212";

    private static final char TEXT_MARK = '\'';

    /** A negative number is no formula. */
    private static final Pattern NUMBER = Pattern.compile("-[0-9]+(\\.[0-9]+)?");

    private CsvCell() {}

    /** Returns the cell, without separators around it. */
    public static String of(String text) {
        if (text.chars().noneMatch(c -> FORMULAS.indexOf(c) >= 0 || QUOTED.indexOf(c) >= 0)) {
            return text;
        }
        if (NUMBER.matcher(text).matches()) {
            return text;
        }
        var safe = safe(text);
        return safe.chars().anyMatch(c -> QUOTED.indexOf(c) >= 0) ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    private static String safe(String text) {
        var safe = new StringBuilder(text.length() + 1);
        for (int at = 0; at < text.length(); at++) {
            if ((at == 0 || SEPARATORS.indexOf(text.charAt(at - 1)) >= 0) && beginsFormula(text, at)) {
                safe.append(TEXT_MARK);
            }
            safe.append(text.charAt(at));
        }
        return safe.toString();
    }

    /** Whether the first character at or after this place that a spreadsheet does not skip or drop begins a formula. */
    private static boolean beginsFormula(String text, int from) {
        var at = from;
        while (at < text.length() && isSkipped(text.charAt(at))) {
            at++;
        }
        return at < text.length() && FORMULAS.indexOf(text.charAt(at)) >= 0;
    }

    private static boolean isSkipped(char c) {
        return c == '"'
                || Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT;
    }
}
