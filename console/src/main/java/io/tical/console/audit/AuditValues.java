package io.tical.console.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.AuditEntry;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of a line of the audit log as people read them. A part of a value has a line of its own.
 *
 * @param currency of the amounts; empty if the entry has none, whose amounts are then minor units
 */
record AuditValues(Workspace workspace, String currency) {
    private static final Set<String> AMOUNTS =
            Set.of("amount", "paid", "fee", "delivered", "returned", "transfer_amount");

    private static final String NONE = "—";

    static AuditValues of(Workspace workspace, AuditEntry entry) {
        var currency = currency(entry.after());
        return new AuditValues(workspace, currency.isEmpty() ? currency(entry.before()) : currency);
    }

    private static String currency(@Nullable JsonNode values) {
        return values == null ? "" : values.path("currency").asText("");
    }

    private Texts texts() {
        return workspace.texts();
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
            return parts(value, "\n");
        }
        if (value.isArray()) {
            return value.valueStream()
                    .map(one -> one.isObject() ? parts(one, " · ") : text(name, one))
                    .collect(Collectors.joining("\n"));
        }
        return word(name, value);
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
            return workspace.formats().time(value);
        }
        return AMOUNTS.contains(name) && !currency.isEmpty()
                ? workspace.formats().money(value, currency)
                : String.valueOf(value);
    }
}
