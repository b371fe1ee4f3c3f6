package io.tical.console.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.Slips;
import io.tical.common.admin.Slips.Phrase;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the checks of a slip compare, in words. */
record SlipValues(Workspace workspace, Slips.Detail slip) {
    private Texts texts() {
        return workspace.texts();
    }

    /** The name of a check. */
    String name(Slips.Check check) {
        return texts().word("slips.check", check.check());
    }

    String expected(Slips.Check check) {
        return value(check.check(), check.expected());
    }

    String found(Slips.Check check) {
        return value(check.check(), check.found());
    }

    private String value(String check, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return "—";
        }
        return switch (check) {
            case "amount" -> amount(value.asText());
            case "time" -> value.isNumber() ? workspace.formats().time(value.asLong()) : value.asText();
            case "payin", "payout" -> texts().word("status", value.asText());
            case "genuine" -> genuine(value.asText());
            case "picture" ->
                texts().get(value.asText().equals(Phrase.NEW.text()) ? "slips.value.new" : "slips.value.alike");
            case "reference" -> translated(value.asText(), " ", ", ");
            case "name" -> translated(value.asText(), ": ", ": ");
            default -> value.asText();
        };
    }

    /** An amount in minor units of the payin's currency, or of the one behind it. */
    private String amount(String value) {
        var parts = value.split(" ", 2);
        var currency = parts.length == 1 ? slip.row().currency() : parts[1];
        return parts[0].matches("[0-9]{1,18}") ? workspace.formats().money(Long.parseLong(parts[0]), currency) : value;
    }

    /** The outcome, and why as the verifier says it. */
    private String genuine(String value) {
        var end = value.indexOf(':');
        return end < 0
                ? texts().word("slips.upstream", value)
                : texts().word("slips.upstream", value.substring(0, end)) + value.substring(end);
    }

    /**
     * A text with its phrase in the operator's language.
     *
     * @param before what the service writes between the text and the phrase
     * @param shown what is shown between them
     */
    private String translated(String value, String before, String shown) {
        for (var phrase : Phrase.values()) {
            var end = before + phrase.text();
            if (value.equals(phrase.text())) {
                return translation(phrase);
            }
            if (value.endsWith(end)) {
                return value.substring(0, value.length() - end.length()) + shown + translation(phrase);
            }
        }
        return value;
    }

    private String translation(Phrase phrase) {
        return texts().get(
                        "slips.value." + phrase.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
