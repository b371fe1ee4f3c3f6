package io.tical.console.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fields of a request by their paths. */
final class Fields {
    private static final String LIST = "[]";

    private Fields() {}

    /** The object: {@code a.b} becomes a field of {@code a}, and {@code a[].b} one of the only element of {@code a}. */
    static Map<String, Object> nested(Map<String, Object> fields) {
        var object = new HashMap<String, Object>();
        var parts = new HashMap<String, Map<String, Object>>();
        fields.forEach((name, value) -> {
            var dot = name.indexOf('.');
            if (dot < 0) {
                object.put(name, value);
            } else {
                parts.computeIfAbsent(name.substring(0, dot), _ -> new HashMap<>())
                        .put(name.substring(dot + 1), value);
            }
        });
        parts.forEach((name, part) -> {
            if (name.endsWith(LIST)) {
                object.put(name.substring(0, name.length() - LIST.length()), List.of(nested(part)));
            } else {
                object.put(name, nested(part));
            }
        });
        return object;
    }
}
