package io.tical.server.bankfile;

import java.util.List;

/**
 * What a {@link ProfileProposal} took from a file, for a person to check.
 *
 * @param arguments of the text, in its order
 */
public record Guess(Kind kind, List<String> arguments) {
    /** With the text in English; {@code %s} are the arguments. */
    public enum Kind {
        DELIMITER("The cells are separated by %s."),
        NAMES_LINE("The names of the columns are in line %s."),
        NAMES_NONE("No line has names of columns. A layout needs one."),
        DATE("Dates are in %s, written %s."),
        DATE_NONE("No column has dates in a form that is known."),
        DATE_DAY_FIRST("Every date could also be read with the month first; check one."),
        COMMA("Decimals follow a comma."),
        AMOUNTS_PROVED("The running balance in %s proves which amounts came in and which went out, in %s lines."),
        AMOUNTS_BY_NAME("The amounts were taken by the names of the columns; no running balance proves them."),
        AMOUNTS_NONE("No column was recognised as the amount."),
        SIGN("In %s, %s means money out."),
        SIGN_UNKNOWN("No running balance shows what means money out in %s."),
        LINES("%s lines that are no entries were described.");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** In English, with {@code %s} for the arguments. */
        public String text() {
            return text;
        }
    }

    static Guess of(Kind kind, Object... arguments) {
        return new Guess(kind, List.of(arguments).stream().map(String::valueOf).toList());
    }

    /** The text in English. */
    public String text() {
        return kind.text().formatted(arguments.toArray());
    }
}
