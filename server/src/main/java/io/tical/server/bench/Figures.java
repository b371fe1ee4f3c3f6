package io.tical.server.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measured values by name, one for each round. */
final class Figures {
    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

    void add(String name, double value) {
        rounds.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    double median(String name) {
        var sorted = rounds.getOrDefault(name, List.of()).stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured as " + name);
        }
        var middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Formats each name with its median and all rounds. */
    String table() {
        var text = new StringBuilder();
        rounds.forEach((name, values) -> {
            text.append(String.format(Locale.ROOT, "  %-48s %12.2f   [", name, median(name)));
            text.append(String.join(
                    ", ",
                    values.stream()
                            .map(value -> String.format(Locale.ROOT, "%.2f", value))
                            .toList()));
            text.append("]\n");
        });
        return text.toString();
    }
}
