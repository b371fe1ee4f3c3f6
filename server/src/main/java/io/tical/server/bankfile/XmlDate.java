package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date of XML Schema, with or without a time, as it is written: a zone does not move it, and neither does the hour 24.
 *
 * @param time null if there is none, or if it is 24:00
 */
record XmlDate(LocalDate date, @Nullable LocalTime time, boolean hour24) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})(?:T(?:(24:00:00(?:\\.0{1,9})?)|(\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)))?(?:Z|[+-]\\d{2}:\\d{2})?");

    /** Reads the current element. */
    static XmlDate read(XmlCursor cursor) throws BankFileException, IOException {
        var name = cursor.name();
        var place = cursor.place();
        var text = cursor.code();
        if (text == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, name);
        }
        return of(text, place);
    }

    static XmlDate of(String text, Place place) throws BankFileException {
        var matcher = FORM.matcher(text);
        if (matcher.matches()) {
            try {
                var time = matcher.group(3);
                return new XmlDate(
                        LocalDate.parse(matcher.group(1)),
                        time == null ? null : LocalTime.parse(time),
                        matcher.group(2) != null);
            } catch (DateTimeException e) {
                // Said below.
            }
        }
        throw new BankFileException(Fault.DATE, place, text.substring(0, Math.min(text.length(), 60)));
    }
}
