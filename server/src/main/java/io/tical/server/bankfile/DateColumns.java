package io.tical.server.bankfile;

import io.tical.server.bankfile.CsvProfile.Role;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the columns of dates and times by what their cells say.
 *
 * @param roles the columns by what they are; without {@link Role#DATE} if no cell is a date
 * @param dates the forms of the dates
 * @param times the forms of the times
 * @param dayFirst whether each date could also be read with the month first
 */
record DateColumns(Map<Role, Integer> roles, List<String> dates, List<String> times, boolean dayFirst) {
    /** Rows that show what a column is. */
    private static final int ROWS_MAX = 200;

    private static final double ENOUGH = 0.6;
    private static final String CLOCK = "H:mm[:ss]";

    private static final List<String> DAYS = List.of(
            "d/M/yyyy",
            "yyyy-M-d",
            "d-M-yyyy",
            "d.M.yyyy",
            "d MMM yyyy",
            "d-MMM-yyyy",
            "d/MMM/yyyy",
            "yyyy/M/d",
            "yyyyMd",
            "d/M/yy",
            "d-M-yy",
            "d.M.yy",
            "d MMM yy",
            "d-MMM-yy",
            "d/MMM/yy",
            "M/d/yyyy",
            "M-d-yyyy",
            "M/d/yy");

    private static final List<String> FORMS = Stream.of("", " " + CLOCK, " - " + CLOCK)
            .flatMap(time -> DAYS.stream().map(day -> day + time))
            .toList();

    /** A column with its best form and how many cells have it. */
    private record Found(int column, String form, long cells, boolean dayFirst) {}

    static DateColumns of(List<Row> data, Map<Integer, Role> named, LocalDate latest) {
        var rows = data.stream().limit(ROWS_MAX).toList();
        var width = rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0);
        var found = new ArrayList<Found>();
        var roles = new EnumMap<Role, Integer>(Role.class);
        for (int column = 0; column < width; column++) {
            var cells = cells(rows, column);
            if (cells.size() >= ENOUGH * rows.size()) {
                date(column, cells, latest).ifPresent(found::add);
            }
            var clock = new DateForm(CLOCK);
            var times =
                    cells.stream().filter(text -> clock.read(text).isPresent()).count();
            if (times > 0 && times >= ENOUGH * cells.size()) {
                roles.putIfAbsent(Role.TIME, column);
            }
        }
        var first = found.stream()
                .filter(one -> named.get(one.column()) == Role.DATE)
                .findFirst()
                .or(() -> found.stream().findFirst());
        if (first.isEmpty()) {
            return new DateColumns(Map.of(), List.of(), List.of(), false);
        }
        var date = first.get();
        roles.put(Role.DATE, date.column());
        var forms = new ArrayList<>(List.of(date.form()));
        found.stream()
                .filter(one -> one.column() != date.column() && named.get(one.column()) != Role.DATE)
                .findFirst()
                .ifPresent(value -> {
                    roles.put(Role.VALUE_DATE, value.column());
                    if (!forms.contains(value.form())) {
                        forms.add(value.form());
                    }
                });
        return new DateColumns(
                roles, List.copyOf(forms), roles.containsKey(Role.TIME) ? List.of(CLOCK) : List.of(), date.dayFirst());
    }

    private static List<String> cells(List<Row> rows, int column) {
        return rows.stream()
                .filter(row -> column < row.cells().size())
                .map(row -> CellText.collapse(row.cells().get(column).text()))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static Optional<Found> date(int column, List<String> cells, LocalDate latest) {
        Optional<Found> best = Optional.empty();
        for (var form : FORMS) {
            var count = count(form, cells, latest);
            if (count >= ENOUGH * cells.size()
                    && (best.isEmpty() || count > best.get().cells())) {
                best = Optional.of(new Found(column, form, count, false));
            }
        }
        return best.map(found -> new Found(
                column,
                found.form(),
                found.cells(),
                found.form().startsWith("d/M")
                        && count(found.form().replaceFirst("d/M", "M/d"), cells, latest) == found.cells()));
    }

    private static long count(String form, List<String> cells, LocalDate latest) {
        var parsed = new DateForm(form);
        return cells.stream().filter(text -> isDay(parsed, text, latest)).count();
    }

    private static boolean isDay(DateForm form, String text, LocalDate latest) {
        return form.read(text)
                .filter(written ->
                        written.month() >= 1 && written.month() <= 12 && written.day() >= 1 && written.day() <= 31)
                .filter(written -> written.yearDigits() == 2
                        || (written.year() >= 1990 && written.year() <= latest.getYear() + 544))
                .isPresent();
    }
}
