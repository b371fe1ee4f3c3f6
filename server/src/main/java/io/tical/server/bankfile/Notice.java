package io.tical.server.bankfile;

import java.util.List;

/**
 * What a reader noticed and what is no error, such as an hour 24 or a reversal that was read the other way.
 *
 * @param arguments of the text, in its order
 */
public record Notice(Kind kind, Place place, List<String> arguments) {
    /** With the text in English; {@code %s} are the arguments. */
    public enum Kind {
        HOUR_24("The time 24:00 was read as the day that is written."),
        REVERSAL_READ_AS_ORIGINAL(
                "Reversals have the direction of the original entry; they were turned, as the balances show."),
        REVERSAL_UNPROVED(
                "The balances do not show whether reversals have their own direction; they were read as the standard says."),
        SUMMARY_DIFFERS("The summary of the file says %s, the entries give %s."),
        DETAILS_DIFFER("The parts give %s, the entry is %s."),
        VERSION_READ_LENIENTLY("The version %s is not known; what it has in common with known ones was read."),
        NAMESPACE("The namespace %s is not the standard's."),
        YEAR_GUESSED("The year of %s was read as %s."),
        COLUMN_UNKNOWN("The column %s is not known and was kept as text."),
        BALANCE_DERIVED("The file does not say the opening balance; it was computed."),
        CHAIN_OUT_OF_ORDER("The entries are not in the order of their balances."),
        COPY("The bank marked the statement as a copy: %s."),
        STATUS_UNKNOWN("The status %s is not known; the entry is not read as booked."),
        INTRADAY_PART("The report does not have all entries between its balances: they give %s, the balances %s."),
        CORRECTION("The entry corrects %s (%s). It was not read as booked; compare it with the bank."),
        ONE_DIRECTION(
                "All %s entries have the same direction. Check which amounts are money in and which are money out."),
        BALANCE_DISAGREES("By the running balance in %s, %s came in and %s went out; this layout reads %s and %s."),
        BALANCE_UNUSED(
                "The column %s is a running balance, which would prove the entries; this layout does not read it."),
        ENTRY_HIDDEN("A pattern of other lines describes this line, which looks like an entry."),
        SAMPLE_CUT("Only the first %s lines were read, without the sums at the end."),
        BANK_TEXT("The bank says: %s.");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** In English, with {@code %s} for the arguments. */
        public String text() {
            return text;
        }
    }

    /** The text in English. */
    public String text() {
        return kind.text().formatted(arguments.toArray());
    }
}
