package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.problem.Problem.FieldError;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The additional filters of people who search for transactions: time, amount, channel and account.
 *
 * @param channel one of the table's channels, or null
 * @param currencies the currencies that the channel may have; empty for any
 * @param from the smallest id, or null
 * @param until larger than every id, or null
 * @param amounts null for any amount
 * @param account the beginning of the counterparty's account number; empty for any
 */
public record Narrowing(
        @Nullable String channel,
        List<String> currencies,
        @Nullable UUID from,
        @Nullable UUID until,
        @Nullable Amounts amounts,
        String account) {
    static final Narrowing NONE = new Narrowing(null, List.of(), null, null, null, "");

    /** The minimum length of an account number; a shorter one would match too many accounts. */
    private static final int ACCOUNT_LENGTH_MIN = 4;

    private static final int ACCOUNT_LENGTH_MAX = 34;
    private static final Pattern ACCOUNT = Pattern.compile("[0-9A-Za-z]*");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,18}");

    /** Dates before it, and after the next, are typing errors. */
    private static final int YEAR_MIN = 2000;

    private static final int YEAR_MAX = 2999;

    /** A range in minor units, including both ends. */
    public record Amounts(long min, long max) {}

    /**
     * Reads {@code from} and {@code to}, which are dates and both included; {@code amount_min} and {@code amount_max} in minor units, which
     * need a {@code currency}; and {@code account}, a prefix of an account number, with or without spaces and hyphens.
     *
     * @param zone in which days begin
     * @throws Problem.Invalid for an invalid filter
     */
    public static Narrowing of(Query query, ZoneId zone) {
        var errors = new ArrayList<FieldError>();
        var from = date(query, "from", errors);
        var to = date(query, "to", errors);
        if (from != null && to != null && to.isBefore(from)) {
            errors.add(new FieldError("to", "range", "must not be before the first day"));
        }
        var amounts = amounts(query, errors);
        var account = account(query, errors);
        Problem.Invalid.check(errors);
        return new Narrowing(
                null,
                List.of(),
                from == null ? null : startOf(from, zone),
                to == null ? null : startOf(to.plusDays(1), zone),
                amounts,
                account);
    }

    /** These filters with a channel, or with currencies. */
    public Narrowing of(@Nullable String ofChannel, List<String> ofCurrencies) {
        return new Narrowing(ofChannel, ofCurrencies, from, until, amounts, account);
    }

    /** These filters for transactions without an account. */
    public Narrowing withoutAccount() {
        return new Narrowing(channel, currencies, from, until, amounts, "");
    }

    /** Only the range of time. */
    Narrowing periodOnly() {
        return new Narrowing(null, List.of(), from, until, null, "");
    }

    private static UUID startOf(LocalDate date, ZoneId zone) {
        return Ids.boundary(date.atStartOfDay(zone).toInstant());
    }

    private static @Nullable LocalDate date(Query query, String name, List<FieldError> errors) {
        var text = query.text(name);
        try {
            var date = text.map(LocalDate::parse);
            if (date.isEmpty()
                    || (date.get().getYear() >= YEAR_MIN && date.get().getYear() <= YEAR_MAX)) {
                return date.orElse(null);
            }
        } catch (DateTimeParseException malformed) {
            // Answered like a date that is too far away.
        }
        errors.add(new FieldError(name, "date", "must be a date such as 2026-11-21"));
        return null;
    }

    private static @Nullable Amounts amounts(Query query, List<FieldError> errors) {
        var min = amount(query, "amount_min", errors);
        var max = amount(query, "amount_max", errors);
        if (min.isEmpty() && max.isEmpty()) {
            return null;
        }
        if (query.text("currency").isEmpty()) {
            errors.add(new FieldError("currency", "required", "is needed with an amount"));
        }
        var amounts = new Amounts(min.orElse(0L), max.orElse(Long.MAX_VALUE));
        if (amounts.max() < amounts.min()) {
            errors.add(new FieldError("amount_max", "range", "must not be below the smallest amount"));
        }
        return amounts;
    }

    private static Optional<Long> amount(Query query, String name, List<FieldError> errors) {
        var text = query.text(name);
        if (text.isPresent() && !AMOUNT.matcher(text.get()).matches()) {
            errors.add(new FieldError(name, "amount", "must be a whole number of minor units"));
            return Optional.empty();
        }
        return text.map(Long::parseLong);
    }

    private static String account(Query query, List<FieldError> errors) {
        var account = query.text("account").orElse("").replaceAll("[\\s-]", "");
        if (!ACCOUNT.matcher(account).matches()
                || account.length() > ACCOUNT_LENGTH_MAX
                || (query.text("account").isPresent() && account.length() < ACCOUNT_LENGTH_MIN)) {
            errors.add(new FieldError(
                    "account",
                    "account",
                    "must be an account number or at least its first " + ACCOUNT_LENGTH_MIN + " digits"));
        }
        return account;
    }
}
