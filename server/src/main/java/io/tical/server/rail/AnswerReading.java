package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tical.common.Json;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.rail.PayoutOutcome.Sender;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the answers of a rail are read. What is not named is unknown, and so is an answer about another reference, amount or currency.
 *
 * @param id of the transfer at the provider
 * @param reference the id of the attempt, which the provider repeats
 * @param currency null if the provider does not repeat it
 * @param decimal whether the amount is in the currency's unit; otherwise in minor units
 * @param notFound answers that mean, after {@code notFoundAfter}, that the transfer was never sent
 */
record AnswerReading(
        @Nullable AnswerField id,
        @Nullable AnswerField reference,
        @Nullable AnswerField amount,
        @Nullable AnswerField currency,
        boolean decimal,
        List<AnswerCondition> delivered,
        List<AnswerCondition> failed,
        List<AnswerCondition> neverSent,
        List<AnswerCondition> notFound,
        Duration notFoundAfter,
        @Nullable AnswerField failureCode,
        Map<String, FailureCode> failureCodes) {
    private static final Pattern ID = Pattern.compile("[!-~]{1,128}");
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Map<String, FailureCode> CODES = codes();

    AnswerReading {
        delivered = List.copyOf(delivered);
        failed = List.copyOf(failed);
        neverSent = List.copyOf(neverSent);
        notFound = List.copyOf(notFound);
        failureCodes = Map.copyOf(failureCodes);
    }

    private enum Says {
        DELIVERED,
        FAILED,
        NEVER_SENT,
        NOT_FOUND
    }

    private static Map<String, FailureCode> codes() {
        var codes = new HashMap<String, FailureCode>();
        for (var code : FailureCode.values()) {
            codes.put(code.word(), code);
        }
        return Map.copyOf(codes);
    }

    /** @param oneCurrency whether the rail pays one currency only, so that the provider need not repeat it */
    static AnswerReading read(ConfigPlace place, boolean poll, boolean oneCurrency) {
        place.object(
                poll
                        ? new String[] {
                            "id",
                            "reference",
                            "amount",
                            "amount_in",
                            "currency",
                            "delivered",
                            "failed",
                            "not_found",
                            "not_found_after_seconds",
                            "failure_code",
                            "failure_codes"
                        }
                        : new String[] {
                            "id",
                            "reference",
                            "amount",
                            "amount_in",
                            "currency",
                            "delivered",
                            "failed",
                            "never_sent",
                            "failure_code",
                            "failure_codes"
                        });
        var id = place.optional("id").map(AnswerField::read).orElse(null);
        var reference = place.optional("reference").map(AnswerField::read).orElse(null);
        var amount = place.optional("amount").map(AnswerField::read).orElse(null);
        var currency = place.optional("currency").map(AnswerField::read).orElse(null);
        var decimal = amount != null
                && place.required("amount_in").oneOf(Map.of("minor", Boolean.FALSE, "decimal", Boolean.TRUE));
        var delivered = place.list("delivered", AnswerCondition::read);
        var failed = place.list("failed", AnswerCondition::read);
        if (!delivered.isEmpty()) {
            for (var needed : oneCurrency
                    ? List.of("id", "reference", "amount")
                    : List.of("id", "reference", "amount", "currency")) {
                place.required(needed);
            }
        }
        if (poll && !failed.isEmpty()) {
            place.required("reference");
        }
        var notFound = place.list("not_found", AnswerCondition::read);
        var codes = new HashMap<String, FailureCode>();
        place.optional("failure_codes")
                .ifPresent(written -> written.entries().forEach((code, word) -> codes.put(code, word.oneOf(CODES))));
        if (!codes.isEmpty()) {
            place.required("failure_code");
        }
        return new AnswerReading(
                id,
                reference,
                amount,
                currency,
                decimal,
                delivered,
                failed,
                place.list("never_sent", AnswerCondition::read),
                notFound,
                notFound.isEmpty()
                        ? Duration.ZERO
                        : Duration.ofSeconds(
                                place.required("not_found_after_seconds").whole(60, 604_800)),
                place.optional("failure_code").map(AnswerField::read).orElse(null),
                codes);
    }

    /** The outcome that an answer names; null if it names none. */
    @Nullable
    PayoutOutcome outcome(int status, byte[] body, OrderTexts order, boolean poll, Instant now) {
        if (status < 200 || (status >= 300 && status < 400)) {
            return null;
        }
        var json = parsed(body);
        var says = says(status, json);
        if (says.size() != 1) {
            return null;
        }
        var contradiction = contradiction(json, order);
        if (contradiction != null) {
            return contradiction;
        }
        return switch (says.iterator().next()) {
            case DELIVERED -> delivered(json, order);
            case FAILED ->
                poll && text(reference, json) == null
                        ? new PayoutOutcome.Unknown("the rail reports a failure without the reference")
                        : failed(json);
            case NEVER_SENT -> new PayoutOutcome.NeverSent();
            case NOT_FOUND ->
                now.isBefore(order.order().attemptAt().plus(notFoundAfter))
                        ? new PayoutOutcome.Unknown("the rail does not know the transfer yet")
                        : new PayoutOutcome.NeverSent();
        };
    }

    private static JsonNode parsed(byte[] body) {
        try {
            return Objects.requireNonNullElse(Json.mapper().readTree(body), MissingNode.getInstance());
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private Set<Says> says(int status, JsonNode json) {
        var says = EnumSet.noneOf(Says.class);
        add(says, Says.DELIVERED, delivered, status, json);
        add(says, Says.FAILED, failed, status, json);
        add(says, Says.NEVER_SENT, neverSent, status, json);
        add(says, Says.NOT_FOUND, notFound, status, json);
        return says;
    }

    private static void add(Set<Says> all, Says one, List<AnswerCondition> conditions, int status, JsonNode json) {
        if (conditions.stream().anyMatch(condition -> condition.holds(status, json))) {
            all.add(one);
        }
    }

    private static @Nullable String text(@Nullable AnswerField field, JsonNode json) {
        return field == null ? null : field.text(json);
    }

    /** What an answer says about another transfer; null if nothing. */
    private PayoutOutcome.@Nullable Unknown contradiction(JsonNode json, OrderTexts order) {
        var repeated = text(reference, json);
        if (repeated != null && !order.isReference(repeated)) {
            return new PayoutOutcome.Unknown("the rail answers about another reference");
        }
        var paid = text(amount, json);
        if (paid != null && !isAmount(paid, order)) {
            return new PayoutOutcome.Unknown("the rail reports an amount that was not sent");
        }
        var paidIn = text(currency, json);
        return paidIn != null && !paidIn.equalsIgnoreCase(order.order().currency())
                ? new PayoutOutcome.Unknown("the rail reports another currency")
                : null;
    }

    private boolean isAmount(String text, OrderTexts order) {
        try {
            return new BigDecimal(text).compareTo(order.number(decimal ? "decimal" : "minor")) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private PayoutOutcome delivered(JsonNode json, OrderTexts order) {
        var transfer = text(id, json);
        if (transfer == null
                || !ID.matcher(transfer).matches()
                || text(reference, json) == null
                || text(amount, json) == null
                || (currency != null && text(currency, json) == null)) {
            return new PayoutOutcome.Unknown(
                    "the rail reports a delivery without its id, the reference, the amount or the currency");
        }
        return new PayoutOutcome.Delivered(order.order().amount(), transfer, Sender.UNKNOWN);
    }

    private PayoutOutcome failed(JsonNode json) {
        var code = text(failureCode, json);
        var known = code == null ? null : failureCodes.get(code);
        return new PayoutOutcome.Failed(
                known == null ? FailureCode.COULD_NOT_PROCESS : known,
                code != null && CODE.matcher(code).matches()
                        ? String.format(Locale.ROOT, "The bank refused this transfer (%s)", code)
                        : "The bank refused this transfer");
    }
}
