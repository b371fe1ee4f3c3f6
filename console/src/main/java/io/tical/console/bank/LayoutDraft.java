package io.tical.console.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.admin.BankProfiles.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A layout while it is being made: what each column is, and how its cells are written. */
final class LayoutDraft {
    /** What a column may be, in the order in which it is offered. */
    static final List<String> MEANINGS = List.of(
            "date",
            "time",
            "value_date",
            "amount",
            "credit",
            "debit",
            "sign",
            "balance",
            "balance_sign",
            "reference",
            "code",
            "number",
            "cheque",
            "account",
            "currency",
            "text",
            "ignored");

    private static final String TEXT = "text";
    private static final String IGNORED = "ignored";

    private final ObjectNode definition;

    LayoutDraft(JsonNode definition) {
        this.definition = definition.deepCopy();
    }

    JsonNode definition() {
        return definition;
    }

    String text(String field) {
        return definition.path(field).asText("").replace("null", "");
    }

    void setText(String field, String text) {
        definition.put(field, text);
    }

    /** A field that may be absent. */
    void setOptional(String field, String text) {
        if (text.isBlank()) {
            definition.putNull(field);
        } else {
            definition.put(field, text.strip());
        }
    }

    boolean flag(String field) {
        return definition.path(field).asBoolean();
    }

    void setFlag(String field, boolean flag) {
        definition.put(field, flag);
    }

    List<String> list(String field) {
        return definition.path(field).valueStream().map(JsonNode::asText).toList();
    }

    void setList(String field, Stream<String> values) {
        var list = definition.putArray(field);
        values.map(String::strip).filter(text -> !text.isEmpty()).forEach(list::add);
    }

    /** The patterns that find the other side in a text. */
    List<String> parties() {
        return definition
                .path("parties")
                .valueStream()
                .map(party -> party.path("pattern").asText())
                .toList();
    }

    /** A pattern that stays keeps its bank. */
    void setParties(Stream<String> patterns) {
        Map<String, JsonNode> known = new HashMap<>();
        definition
                .path("parties")
                .forEach(party -> known.put(party.path("pattern").asText(), party));
        var list = definition.putArray("parties");
        patterns.map(String::strip).filter(text -> !text.isEmpty()).forEach(pattern -> {
            var party = known.get(pattern);
            if (party == null) {
                list.addObject().put("pattern", pattern);
            } else {
                list.add(party);
            }
        });
    }

    /** What a column is: one of {@link #MEANINGS}. */
    String meaning(Column column) {
        return definition.path("columns").properties().stream()
                .filter(entry -> isAt(entry.getValue(), column))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> isIgnored(column) ? IGNORED : TEXT);
    }

    private boolean isIgnored(Column column) {
        return column.name().isEmpty() || list(IGNORED).stream().anyMatch(name -> isSame(name, column.name()));
    }

    private static boolean isAt(JsonNode place, Column column) {
        var position = place.path("position");
        return position.isInt()
                ? position.asInt() == column.position()
                : place.path("names").valueStream().anyMatch(name -> isSame(name.asText(), column.name()));
    }

    private static boolean isSame(String one, String other) {
        return one.strip().replaceAll("\\s+", " ").equalsIgnoreCase(other.strip());
    }

    /** Says what a column is. Another column that was that is a text then. */
    void mean(Column column, String meaning) {
        forget(column);
        var place = place(column);
        switch (meaning) {
            case IGNORED -> {
                if (!column.name().isEmpty()) {
                    definition.withArray(IGNORED).add(column.name());
                }
            }
            case TEXT -> definition.withArray("texts").add(place);
            default -> {
                place.put("optional", !Stream.of("date", "amount").anyMatch(meaning::equals));
                definition.withObject("columns").set(meaning, place);
            }
        }
        fit();
    }

    private static ObjectNode place(Column column) {
        var place = io.tical.common.Json.mapper().createObjectNode();
        if (column.name().isEmpty()) {
            place.put("position", column.position());
        } else {
            place.putArray("names").add(column.name());
        }
        return place;
    }

    private void forget(Column column) {
        var columns = definition.withObject("columns");
        new ArrayList<>(columns.properties()).forEach(entry -> {
            if (isAt(entry.getValue(), column)) {
                columns.remove(entry.getKey());
            }
        });
        remove(definition.withArray("texts"), text -> isAt(text, column));
        remove(definition.withArray(IGNORED), name -> isSame(name.asText(), column.name()));
    }

    private static void remove(ArrayNode list, java.util.function.Predicate<JsonNode> which) {
        for (int at = list.size() - 1; at >= 0; at--) {
            if (which.test(list.get(at))) {
                list.remove(at);
            }
        }
    }

    /** What belongs together comes and goes together. */
    private void fit() {
        var columns = definition.withObject("columns");
        if (columns.has("time") && list("times").isEmpty()) {
            definition.putArray("times").add("H:mm[:ss]");
        }
        if (!columns.has("time")) {
            definition.putArray("times");
        }
        if (!columns.has("sign") && !columns.has("balance_sign")) {
            definition.putArray("negative");
        } else if (list("negative").isEmpty()) {
            definition.putArray("negative").add("DR");
        }
    }

    /** Whether a name is a text that somebody typed, not what the service proposed. */
    static boolean isNamed(String name) {
        return !Objects.requireNonNullElse(name, "").isBlank() && !name.equals("New layout");
    }
}
