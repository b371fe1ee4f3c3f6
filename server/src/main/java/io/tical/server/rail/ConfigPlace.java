package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A place in a configuration file, which its errors name.
 *
 * @param name such as {@code rails[0].send.path}; empty for the whole file
 */
record ConfigPlace(JsonNode node, String name) {
    RailsFile.Invalid invalid(String what) {
        return new RailsFile.Invalid((name.isEmpty() ? "the file" : name) + " " + what);
    }

    /** An object with these fields only. */
    ConfigPlace object(String... fields) {
        if (!node.isObject()) {
            throw invalid("must be an object");
        }
        var known = Set.of(fields);
        node.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                throw at(field, node.get(field))
                        .invalid("is no field; use one of " + String.join(", ", List.of(fields)));
            }
        });
        return this;
    }

    private ConfigPlace at(String field, JsonNode value) {
        return new ConfigPlace(value, name.isEmpty() ? field : name + "." + field);
    }

    Optional<ConfigPlace> optional(String field) {
        return Optional.ofNullable(node.get(field)).map(value -> at(field, value));
    }

    ConfigPlace required(String field) {
        return optional(field).orElseThrow(() -> at(field, node).invalid("is required"));
    }

    String text() {
        if (!node.isTextual() || node.textValue().isBlank()) {
            throw invalid("must be a text");
        }
        return node.textValue();
    }

    String text(Pattern pattern, String takes) {
        var text = text();
        if (!pattern.matcher(text).matches()) {
            throw invalid("takes " + takes + ", not \"" + text + "\"");
        }
        return text;
    }

    <T> T oneOf(Map<String, T> words) {
        var text = text();
        var found = words.get(text);
        if (found == null) {
            throw invalid("takes " + words.keySet().stream().sorted().collect(Collectors.joining(" or ")) + ", not \""
                    + text + "\"");
        }
        return found;
    }

    int whole(int min, int max) {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < min || node.intValue() > max) {
            throw invalid("takes a whole number from " + min + " to " + max);
        }
        return node.intValue();
    }

    /** The items of a list of at least one. */
    List<ConfigPlace> items() {
        if (!node.isArray() || node.isEmpty()) {
            throw invalid("must be a list with at least one item");
        }
        var items = new ArrayList<ConfigPlace>();
        for (var item : node) {
            items.add(new ConfigPlace(item, name + "[" + items.size() + "]"));
        }
        return items;
    }

    /** The items of a list, or the only one where no list is written. */
    List<ConfigPlace> oneOrMore() {
        return node.isArray() ? items() : List.of(this);
    }

    <T> List<T> list(String field, Function<ConfigPlace, T> reading) {
        return optional(field).stream()
                .flatMap(found -> found.oneOrMore().stream())
                .map(reading)
                .toList();
    }

    /** The fields of an object with any names, in order. */
    Map<String, ConfigPlace> entries() {
        if (!node.isObject()) {
            throw invalid("must be an object");
        }
        var entries = new LinkedHashMap<String, ConfigPlace>();
        node.properties().forEach(entry -> entries.put(entry.getKey(), at(entry.getKey(), entry.getValue())));
        return entries;
    }

    /** Refuses a value that is there twice. */
    static <T> void requireDistinct(List<ConfigPlace> places, Function<ConfigPlace, T> reading) {
        var seen = new HashSet<T>();
        for (var place : places) {
            if (!seen.add(reading.apply(place))) {
                throw place.invalid("is there twice");
            }
        }
    }
}
