package io.tical.console.text;

import io.tical.common.CurrencyProfile;
import io.tical.common.TypedAmount;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * How amounts, times and ids are written.
 *
 * @param currencies by their codes
 * @param zone of the operator
 */
public record Formats(Texts texts, Map<String, CurrencyProfile> currencies, ZoneId zone) {
    private static final int HEAD = 8;
    private static final int TAIL = 4;
    private static final double KILO = 1_000;

    /** Whole units, so many that they are grouped. */
    private static final long EXAMPLE = 1_500;

    private static final long EXAMPLE_ABOVE = 2_000;

    /** An amount of minor units with all its digits and its currency: {@code 1,500.00 THB}. */
    public String money(long minor, String currency) {
        return amount(minor, currency) + " " + currency;
    }

    /** The same without the currency. */
    public String amount(long minor, String currency) {
        var scale = scale(currency);
        return String.format(Locale.ROOT, "%,.".concat(scale + "f"), BigDecimal.valueOf(minor, scale));
    }

    /** A movement with its sign: {@code +1,500.00 THB} is money that came in. */
    public String signed(long minor, String currency) {
        return (minor < 0 ? "\u2212" : "+") + money(Math.abs(minor), currency);
    }

    /** Reads an amount that a person typed; empty if it is none of this currency. */
    public OptionalLong parse(String text, String currency) {
        return TypedAmount.minor(text, scale(currency));
    }

    /** An amount as people may type it: {@code 1,500.00}. */
    public String example(String currency) {
        return whole(EXAMPLE, currency);
    }

    /** A higher amount: {@code 2,000.00}. */
    public String exampleAbove(String currency) {
        return whole(EXAMPLE_ABOVE, currency);
    }

    private String whole(long units, String currency) {
        return amount(units * Math.powExact(10L, scale(currency)), currency);
    }

    /** Whether this is the code of a currency. */
    public boolean isKnown(String currency) {
        return currencies.containsKey(currency);
    }

    /** A whole number with its thousands grouped. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private int scale(String currency) {
        var profile = currencies.get(currency);
        return profile == null ? 0 : profile.scale();
    }

    /** A moment with the zone: {@code 24 Nov 2026, 14:05:09 GMT+7}. */
    public String time(long unixSeconds) {
        return DateTimeFormatter.ofPattern(
                        "d MMM uuuu, HH:mm:ss O", texts.language().locale())
                .format(Instant.ofEpochSecond(unixSeconds).atZone(zone));
    }

    /** A day without a zone, such as that of a bank: {@code 24 Nov 2026}. */
    public String day(LocalDate day) {
        return DateTimeFormatter.ofPattern("d MMM uuuu", texts.language().locale())
                .format(day);
    }

    /** The size of a file: {@code 12.4 KB}. */
    public static String size(long bytes) {
        if (bytes < KILO) {
            return bytes + " B";
        }
        var mega = bytes >= KILO * KILO;
        return String.format(Locale.ROOT, "%,.1f %s", bytes / (mega ? KILO * KILO : KILO), mega ? "MB" : "KB");
    }

    /** A moment for programs, such as spreadsheets: {@code 2026-11-24T14:05:09+07:00}. */
    public String timestamp(long unixSeconds) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                Instant.ofEpochSecond(unixSeconds).atZone(zone));
    }

    /** A plain number with all digits of the currency, for programs: {@code 1500.00}. */
    public String number(long minor, String currency) {
        return BigDecimal.valueOf(minor, scale(currency)).toPlainString();
    }

    /** A moment for the name of a file: {@code 20261124-1405}. */
    public String fileTime(long unixSeconds) {
        return DateTimeFormatter.ofPattern("uuuuMMdd-HHmm", Locale.ROOT)
                .format(Instant.ofEpochSecond(unixSeconds).atZone(zone));
    }

    /** The time of a day, for what ends within minutes: {@code 14:05}. */
    public String clock(long unixSeconds) {
        return DateTimeFormatter.ofPattern("HH:mm", texts.language().locale())
                .format(Instant.ofEpochSecond(unixSeconds).atZone(zone));
    }

    /** How long ago a moment is, in one unit. */
    public String age(long unixSeconds, Instant now) {
        var age = Duration.between(Instant.ofEpochSecond(unixSeconds), now);
        if (age.toSeconds() < 60) {
            return texts.get("common.age.now");
        }
        if (age.toMinutes() < 60) {
            return texts.get("common.age.minutes", age.toMinutes());
        }
        return age.toHours() < 48
                ? texts.get("common.age.hours", age.toHours())
                : texts.get("common.age.days", age.toDays());
    }

    /** An id shortened in its middle. */
    public static String shortened(UUID id) {
        return shortened(id.toString());
    }

    /** The same of the text of an id. */
    public static String shortened(String text) {
        return text.substring(0, HEAD) + "…" + text.substring(text.length() - TAIL);
    }
}
