package io.tical.server.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.BankCode;
import io.tical.server.rail.ReportedName;
import io.tical.server.rail.UpstreamFailure;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses the fields that all slip services have in common. All services are Thai, and all amounts are in baht. */
final class SlipFields {
    static final String CURRENCY = "THB";

    /** The time zone of times on slips. */
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    private static final int SCALE = 2;
    private static final int AMOUNT_DIGITS_MAX = 15;
    private static final int ACCOUNT_LENGTH_MAX = 64;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,8})?");
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern BANK = Pattern.compile("[A-Z0-9]{2,11}");

    /** Types of what is in the place of a number. */
    private static final Set<String> NO_NUMBERS = Set.of("DUMMY", "TOKEN");

    private SlipFields() {}

    /**
     * Converts an amount in baht, a JSON number or a text, to minor units without floating-point arithmetic.
     *
     * @throws UpstreamFailure if it is not a positive amount of whole satang
     */
    static long minorUnits(JsonNode amount) {
        BigDecimal major = null;
        if (amount.isNumber()) {
            major = amount.decimalValue();
        } else if (amount.isTextual() && NUMBER.matcher(amount.textValue()).matches()) {
            major = new BigDecimal(amount.textValue());
        }
        // Limits the exponent before any computation, because 1e999999999 expands to a gigabyte of digits.
        if (major == null || major.precision() - (long) major.scale() > AMOUNT_DIGITS_MAX || major.scale() > 100) {
            throw UpstreamFailure.retryable("the response has no valid amount");
        }
        try {
            var minor = major.movePointRight(SCALE).longValueExact();
            if (minor > 0) {
                return minor;
            }
        } catch (ArithmeticException e) {
            // Fractions of a satang are invalid.
        }
        throw UpstreamFailure.retryable("the amount in the response is not a positive number of whole satang");
    }

    /** @throws UpstreamFailure if there is no valid reference */
    static String reference(JsonNode node) {
        var text = node.asText("");
        if (!REFERENCE.matcher(text).matches()) {
            throw UpstreamFailure.retryable("the response has no valid reference");
        }
        return text;
    }

    /** A time with an offset, or null. */
    static @Nullable Instant instant(JsonNode node) {
        try {
            return OffsetDateTime.parse(node.asText("")).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** A Bangkok date as {@code yyyyMMdd} and a time as {@code HH:mm:ss}, or null. */
    static @Nullable Instant bangkok(JsonNode date, JsonNode time) {
        try {
            return LocalDate.parse(date.asText(""), DateTimeFormatter.BASIC_ISO_DATE)
                    .atTime(LocalTime.parse(time.asText("")))
                    .atZone(BANGKOK)
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The {@link BankCode#ofTransfer}, the original text if it is unknown, or null. */
    static @Nullable String bank(JsonNode node) {
        var text = node.asText("").strip();
        return BankCode.ofTransfer(text)
                .or(() -> Optional.of(text).filter(BANK.asMatchPredicate()))
                .orElse(null);
    }

    /** A masked number of digits and {@code x}, with every digit at its position; null if there are no digits. */
    static @Nullable String masked(JsonNode node) {
        var masked = new StringBuilder();
        node.asText("")
                .chars()
                .filter(c -> c != '-' && c != ' ')
                .limit(ACCOUNT_LENGTH_MAX)
                .forEach(c -> masked.append(c >= '0' && c <= '9' ? (char) c : 'x'));
        return masked.chars().anyMatch(c -> c != 'x') ? masked.toString() : null;
    }

    /**
     * The number of an account or a PromptPay id; null for one that is no evidence: a placeholder that the service writes where the bank
     * reports no account, or a token.
     *
     * @param account an object with the type of the number
     * @param value the field of the object with the number
     */
    static @Nullable String number(JsonNode account, String value) {
        var type = account.path("type").asText("").strip().toUpperCase(Locale.ROOT);
        return NO_NUMBERS.contains(type) ? null : masked(account.path(value));
    }

    /** The names in the given order, without empty and repeated ones. */
    static List<String> names(JsonNode... nodes) {
        return Stream.of(nodes)
                .flatMap(node -> Stream.ofNullable(ReportedName.of(node)))
                .distinct()
                .toList();
    }
}
