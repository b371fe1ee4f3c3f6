package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.db.Session;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The successful transactions among those created on one day, in one currency.
 *
 * @param amount minor units
 */
public record DailyVolume(LocalDate date, String currency, long amount, long count) {
    /** One day in a time zone; not always 24 hours. */
    public record Day(LocalDate date, Instant from, Instant to) {
        /** The last {@code count} days including the current one, oldest first. */
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

    /**
     * Scans a range of ids for each day.
     *
     * @param table a table of transactions; its ids are in {@code <table>_id}
     * @param amount the column with the amount in minor units
     */
    public static List<DailyVolume> of(
            Session session, String table, String amount, UUID organizationId, boolean livemode, List<Day> days) {
        return session.sql("""
                        SELECT day.date, v.currency, v.amount, v.count
                        FROM unnest(cast(:dates AS date[]), cast(:froms AS uuid[]), cast(:tos AS uuid[]))
                             AS day (date, from_id, to_id)
                        CROSS JOIN LATERAL (
                            SELECT p.currency, cast(sum(p.%2$s) AS bigint) AS amount, count(*) AS count FROM %1$s p
                            WHERE p.organization_id = cast(:organization AS uuid) AND p.livemode = :livemode
                              AND p.status = 'success' AND p.%1$s_id >= day.from_id AND p.%1$s_id < day.to_id
                            GROUP BY p.currency) v
                        ORDER BY day.date, v.currency
                        """.formatted(table, amount))
                .bindEach("dates", days, Day::date)
                .bindEach("froms", days, day -> Ids.boundary(day.from()))
                .bindEach("tos", days, day -> Ids.boundary(day.to()))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .list(row -> new DailyVolume(
                        Objects.requireNonNull(row.dateOrNull("date")),
                        row.text("currency"),
                        row.number("amount"),
                        row.number("count")));
    }
}
