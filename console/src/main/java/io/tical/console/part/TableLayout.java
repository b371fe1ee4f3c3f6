package io.tical.console.part;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an operator arranged the columns of a table. As text it is {@code queue.column.age=56 -queue.column.amount=120}: the columns in
 * their order with their widths, hidden ones with a minus.
 */
record TableLayout(List<Placed> columns) {
    /** @param width in pixels */
    record Placed(String key, double width, boolean hidden) {}

    /** Reads a text; whatever is not well-formed in it is left out. */
    static TableLayout of(String text) {
        var columns = new ArrayList<Placed>();
        for (var part : text.split(" ")) {
            if (part.matches("-?[a-z.-]+=[0-9]{1,5}")) {
                var hidden = part.startsWith("-");
                var equals = part.indexOf('=');
                columns.add(new Placed(
                        part.substring(hidden ? 1 : 0, equals),
                        Double.parseDouble(part.substring(equals + 1)),
                        hidden));
            }
        }
        return new TableLayout(columns);
    }

    String text() {
        return columns.stream()
                .map(one -> (one.hidden() ? "-" : "") + one.key() + "=" + Math.round(one.width()))
                .collect(Collectors.joining(" "));
    }

    /** These columns in the order of this layout; those that it does not know, as of a newer version, follow. */
    List<Placed> place(List<Placed> known) {
        Map<String, Placed> present = new LinkedHashMap<>();
        known.forEach(one -> present.put(one.key(), one));
        var placed =
                columns.stream().filter(one -> present.containsKey(one.key())).toList();
        placed.forEach(one -> present.remove(one.key()));
        return Stream.concat(placed.stream(), present.values().stream()).toList();
    }
}
