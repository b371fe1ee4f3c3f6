package io.tical.server.rail;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A time of day in a zone, on some days of the week. One that ends before it begins continues on the next day; one that ends when it begins
 * is the whole day.
 *
 * @param until exclusive
 * @param days on which it begins
 */
record TimeWindow(LocalTime from, LocalTime until, Set<DayOfWeek> days, ZoneId zone) {
    static final Set<DayOfWeek> EVERY_DAY = Set.copyOf(EnumSet.allOf(DayOfWeek.class));

    TimeWindow {
        days = Set.copyOf(days);
    }

    boolean contains(Instant at) {
        var local = at.atZone(zone);
        var time = local.toLocalTime();
        var today = local.getDayOfWeek();
        if (from.isBefore(until)) {
            return days.contains(today) && !time.isBefore(from) && time.isBefore(until);
        }
        return time.isBefore(from) ? time.isBefore(until) && days.contains(today.minus(1)) : days.contains(today);
    }

    /** Such as {@code sat, sun 22:00-02:00 Asia/Bangkok}. */
    @Override
    public String toString() {
        var named = days.equals(EVERY_DAY)
                ? ""
                : days.stream()
                                .sorted(Comparator.naturalOrder())
                                .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + " ";
        return named + from + "-" + until + " " + zone;
    }
}
