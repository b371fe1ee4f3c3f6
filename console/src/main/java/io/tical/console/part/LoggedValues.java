package io.tical.console.part;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.math.BigDecimal;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of a change, as the audit log has them, as people read them. A part of a value has a line of its own.
 *
 * @param currency of the amounts; empty if the entry has none, whose amounts are then minor units
 */
record LoggedValues(Formats formats, String currency) {
    private static final Set<String> AMOUNTS = Set.of(
            "amount",
            "paid",
            "fee",
            "total",
            "delivered",
            "returned",
            "transfer_amount",
            "review",
            "unverified_review",
            "four_eyes",
            "fixed",
            "min_deposit",
            "max_deposit",
            "min_withdraw",
            "max_withdraw",
            "daily_withdraw_limit",
            "min",
            "max");

    private static final String NONE = "—";

    static LoggedValues of(Formats formats, @Nullable JsonNode before, @Nullable JsonNode after) {
        var currency = currency(after);
        return new LoggedValues(formats, currency.isEmpty() ? currency(before) : currency);
    }

    private static String currency(@Nullable JsonNode values) {
        return values == null ? "" : values.path("currency").asText("");
    }

    private Texts texts() {
        return formats.texts();
    }

    String name(String name) {
        return texts().word("audit.value", name);
    }

    String value(@Nullable JsonNode values, String name) {
        var value = values == null ? null : values.get(name);
        return value == null ? NONE : text(name, value);
    }

    private String text(String name, JsonNode value) {
        if (value.isNull() || (value.isContainerNode() && value.isEmpty())) {
            return NONE;
        }
        if (value.isObject()) {
            return of(value).parts(value, "\n");
        }
        if (value.isArray()) {
            return value.valueStream()
                    .map(one -> one.isObject() ? of(one).parts(one, " · ") : text(name, one))
                    .collect(Collectors.joining("\n"));
        }
        return word(name, value);
    }

    /** For the parts of a value, which may have a currency of its own. */
    private LoggedValues of(JsonNode value) {
        var own = value.path("currency_code").asText("");
        return own.isEmpty() ? this : new LoggedValues(formats, own);
    }

    private String parts(JsonNode value, String between) {
        return value.propertyStream()
                .map(part -> name(part.getKey()) + ": " + text(part.getKey(), part.getValue()))
                .collect(Collectors.joining(between));
    }

    private String word(String name, JsonNode value) {
        if (value.isBoolean()) {
            return texts().get(value.asBoolean() ? "audit.yes" : "audit.no");
        }
        if (value.canConvertToLong() && value.isNumber()) {
            return number(name, value.asLong());
        }
        var text = value.asText();
        return switch (name) {
            case "reasons" -> texts().word("bank-days.reason", text);
            case "password", "second_factor" -> texts().word("audit." + name, text);
            case "status", "stage", "verification" -> texts().word("status", text);
            case "environment" -> texts().word("common", text);
            case "role" ->
                texts().has("role." + text) ? texts().word("role", text) : texts().word("organizations.role", text);
            case "p2p_fallback" -> texts().word("organizations.fallback", text);
            case "channel", "method_type" -> texts().word("organizations.method", text);
            case "operation" -> texts().word("object", text);
            case "reason" -> texts().word("slips.reason", text);
            case "payout", "slip", "holder" -> texts().word("simulator." + name, text);
            default -> text;
        };
    }

    private String number(String name, long value) {
        if (name.endsWith("_at")) {
            return formats.time(value);
        }
        if (name.equals("per_mille")) {
            return texts().get(
                            "audit.percent",
                            BigDecimal.valueOf(value, 1).stripTrailingZeros().toPlainString());
        }
        return AMOUNTS.contains(name) && !currency.isEmpty() ? formats.money(value, currency) : String.valueOf(value);
    }
}
