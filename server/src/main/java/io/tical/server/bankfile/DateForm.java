package io.tical.server.bankfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a bank writes a date, a time, or both: {@code d-MMM-yyyy}, {@code d/M/yyyy H:mm[:ss]}. {@code d}, {@code M} and {@code H} take one
 * or two digits, {@code MMM} a Thai or English month, {@code yy} and {@code yyyy} exactly their digits. What is in brackets may be
 * missing; a blank is any white space.
 */
final class DateForm {
    private static final List<String> TOKENS = List.of("yyyy", "yy", "MMM", "M", "d", "H", "mm", "ss");

    private static final Map<String, Integer> MONTHS = months();
    private static final List<String> MONTH_NAMES = MONTHS.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();

    private static final int FORM_MAX = 40;

    /** Each with and without the part in brackets. */
    private final List<List<String>> variants;

    /**
     * What stands in a cell.
     *
     * @param year with two or four digits, as {@code yearDigits} says; 0 digits if there is no date
     * @param hour to 24; -1 if there is no time
     */
    record Written(int day, int month, int year, int yearDigits, int hour, int minute, int second) {
        boolean hasDate() {
            return yearDigits > 0;
        }

        boolean hasTime() {
            return hour >= 0;
        }
    }

    private static Map<String, Integer> months() {
        var names = List.of(
                "ม.ค. มกราคม jan january",
                "ก.พ. กุมภาพันธ์ feb february",
                "มี.ค. มีนาคม mar march",
                "เม.ย. เมษายน apr april",
                "พ.ค. พฤษภาคม may",
                "มิ.ย. มิถุนายน jun june",
                "ก.ค. กรกฎาคม jul july",
                "ส.ค. สิงหาคม aug august",
                "ก.ย. กันยายน sep september",
                "ต.ค. ตุลาคม oct october",
                "พ.ย. พฤศจิกายน nov november",
                "ธ.ค. ธันวาคม dec december");
        var months = new HashMap<String, Integer>();
        for (int month = 0; month < names.size(); month++) {
            for (var name : names.get(month).split(" ")) {
                months.put(name, month + 1);
            }
        }
        return months;
    }

    /** @throws IllegalArgumentException if the form has neither a whole date nor a time, or a letter that is not known */
    DateForm(String form) {
        if (form.length() > FORM_MAX) {
            throw new IllegalArgumentException("the form of dates is too long: " + form);
        }
        var open = form.indexOf('[');
        var close = form.indexOf(']');
        variants = open < 0
                ? List.of(tokens(form))
                : List.of(
                        tokens(form.substring(0, open)
                                + form.substring(open + 1, Math.max(close, open + 1))
                                + form.substring(close + 1)),
                        tokens(form.substring(0, open) + form.substring(close + 1)));
        if ((open < 0) != (close < 0) || open > close) {
            throw new IllegalArgumentException("the brackets of a form of dates do not fit: " + form);
        }
        for (var tokens : variants) {
            var year = tokens.contains("yyyy") || tokens.contains("yy");
            var month = tokens.contains("MMM") || tokens.contains("M");
            if (year != month || month != tokens.contains("d") || (!year && !tokens.contains("H"))) {
                throw new IllegalArgumentException("a form of dates needs d, M and yyyy, or H and mm: " + form);
            }
        }
    }

    private static List<String> tokens(String form) {
        var tokens = new ArrayList<String>();
        for (int at = 0; at < form.length(); ) {
            var from = at;
            var token = TOKENS.stream()
                    .filter(known -> form.startsWith(known, from))
                    .findFirst()
                    .orElse(form.substring(at, at + 1));
            var c = token.charAt(0);
            if (!TOKENS.contains(token) && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
                throw new IllegalArgumentException("a form of dates has a letter that is not known: " + form);
            }
            tokens.add(token);
            at += token.length();
        }
        return tokens;
    }

    Optional<Written> read(String text) {
        var plain = CellText.digits(CellText.collapse(text));
        return variants.stream()
                .map(tokens -> new Cursor(plain).read(tokens))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static final class Cursor {
        private final String text;
        private int at;
        private int day;
        private int month;
        private int year;
        private int yearDigits;
        private int hour = -1;
        private int minute;
        private int second;

        Cursor(String text) {
            this.text = text;
        }

        Optional<Written> read(List<String> tokens) {
            for (var token : tokens) {
                if (!take(token)) {
                    return Optional.empty();
                }
            }
            if (at < text.length() || minute > 59 || second > 59 || hour > 24 || (hour == 24 && minute + second > 0)) {
                return Optional.empty();
            }
            return Optional.of(new Written(day, month, year, yearDigits, hour, minute, second));
        }

        private boolean take(String token) {
            switch (token) {
                case "yyyy", "yy" -> {
                    yearDigits = token.length();
                    year = number(yearDigits, yearDigits);
                    return year >= 0;
                }
                case "d" -> {
                    day = number(1, 2);
                    return day >= 0;
                }
                case "M" -> {
                    month = number(1, 2);
                    return month >= 0;
                }
                case "H" -> {
                    hour = number(1, 2);
                    return hour >= 0;
                }
                case "mm" -> {
                    minute = number(2, 2);
                    return minute >= 0;
                }
                case "ss" -> {
                    second = number(2, 2);
                    return second >= 0;
                }
                case "MMM" -> {
                    return monthName();
                }
                default -> {
                    if (!text.startsWith(token, at)) {
                        return false;
                    }
                    at++;
                    return true;
                }
            }
        }

        private int number(int min, int max) {
            var from = at;
            while (at < text.length() && at - from < max && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            return at - from < min ? -1 : Integer.parseInt(text.substring(from, at));
        }

        private boolean monthName() {
            var rest = text.substring(at).toLowerCase(Locale.ROOT);
            @Nullable
            String name =
                    MONTH_NAMES.stream().filter(rest::startsWith).findFirst().orElse(null);
            if (name == null) {
                return false;
            }
            month = MONTHS.getOrDefault(name, 0);
            at += name.length();
            return true;
        }
    }
}
