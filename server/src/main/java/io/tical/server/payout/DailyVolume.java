package io.tical.server.payout;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What succeeded of what was created on one day, in one currency.
 *
 * @param amount minor units
 */
public record DailyVolume(LocalDate date, String currency, long amount, long count) {
    /** One day of a time zone: from its beginning to the next one's, which is not always 24 hours. */
    public record Day(LocalDate date, Instant from, Instant to) {
        /** So many days up to and with the one in which {@code now} is, oldest first. */
        public static List<Day> last(int days, ZoneId zone, Instant now) {
            var today = LocalDate.ofInstant(now, zone);
            return IntStream.range(0, days)
                    .mapToObj(i -> today.minusDays(days - 1L - i))
                    .map(date -> new Day(
                            date,
                            date.atStartOfDay(zone).toInstant(),
                            date.plusDays(1).atStartOfDay(zone).toInstant()))
                    .toList();
        }
    }
}
