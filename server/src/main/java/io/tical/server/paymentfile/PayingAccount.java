package io.tical.server.paymentfile;

import io.tical.server.bankfile.PaymentFormat;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How an account of the operator pays by files.
 *
 * @param id of the collection account
 * @param format the name of a {@link PaymentFormat}
 * @param settings for the format, by name
 * @param zone of the bank, for an account that says none itself
 * @param cutOff until which the bank pays on the same day; null if it says no time
 * @param answerDays days after the day of execution, until the end of which the bank says what became of the payments
 * @param paymentsMax of a file
 * @param active whether new files are made
 * @param version incremented by every change
 */
record PayingAccount(
        UUID id,
        String format,
        Map<String, String> settings,
        ZoneId zone,
        @Nullable LocalTime cutOff,
        int answerDays,
        int paymentsMax,
        boolean active,
        long version,
        Instant updatedAt) {
    static final String RESOURCE = "paying_account";

    PayingAccount {
        settings = Map.copyOf(settings);
    }

    Optional<PaymentFormat> form() {
        return PaymentFormat.named(format);
    }

    /** The day on which the bank pays a file that it gets now. Its holidays are not known. */
    LocalDate executionDay(Instant now) {
        var local = now.atZone(zone);
        var day = local.toLocalDate();
        if (cutOff != null && !local.toLocalTime().isBefore(cutOff)) {
            day = day.plusDays(1);
        }
        while (day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY) {
            day = day.plusDays(1);
        }
        return day;
    }

    /** When the day ends on which the bank pays a file at once; null if it says no time. */
    @Nullable
    Instant nextCutOff(Instant now) {
        return cutOff == null
                ? null
                : executionDay(now).atTime(cutOff).atZone(zone).toInstant();
    }

    /** The same where the bank books. */
    PayingAccount in(@Nullable ZoneId bank) {
        return bank == null
                ? this
                : new PayingAccount(
                        id, format, settings, bank, cutOff, answerDays, paymentsMax, active, version, updatedAt);
    }

    PayingAccount with(long version, Instant at) {
        return new PayingAccount(id, format, settings, zone, cutOff, answerDays, paymentsMax, active, version, at);
    }

    /** What a second person compares, and the audit log keeps. */
    record Shown(
            String format,
            Map<String, String> settings,
            String zone,
            @Nullable String cutOff,
            int answerDays,
            int paymentsMax,
            boolean active) {}

    Shown shown() {
        return new Shown(
                format,
                settings,
                zone.getId(),
                cutOff == null ? null : cutOff.toString(),
                answerDays,
                paymentsMax,
                active);
    }
}
