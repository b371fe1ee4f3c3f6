package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date of OFX as it is written. A zone does not move it: banks mean their own day, also where the standard says UTC.
 *
 * @param time null if there is none, or if it is 24:00
 */
record OfxDate(LocalDate date, @Nullable LocalTime time, boolean hour24) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{8})(?:(24)(?:00){1,2}(?:\\.0{1,9})?|(\\d{2})(\\d{2})(?:(\\d{2})(?:\\.\\d{1,9})?)?)?\\s*(?:\\[[^\\]]{0,40}\\]|Z)?");

    static OfxDate of(String text, Place place) throws BankFileException {
        var matcher = FORM.matcher(text);
        if (matcher.matches()) {
            try {
                var date = LocalDate.parse(matcher.group(1), DateTimeFormatter.BASIC_ISO_DATE);
                return new OfxDate(
                        date, time(matcher.group(3), matcher.group(4), matcher.group(5)), matcher.group(2) != null);
            } catch (DateTimeException e) {
                // Said below.
            }
        }
        throw new BankFileException(Fault.DATE, place, text.substring(0, Math.min(text.length(), 60)));
    }

    private static @Nullable LocalTime time(@Nullable String hour, @Nullable String minute, @Nullable String second) {
        return hour == null || minute == null
                ? null
                : LocalTime.of(
                        Integer.parseInt(hour),
                        Integer.parseInt(minute),
                        second == null ? 0 : Integer.parseInt(second));
    }
}
