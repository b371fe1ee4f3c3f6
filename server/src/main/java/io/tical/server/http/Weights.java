package io.tical.server.http;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** The weights that a client gives to alternatives, in headers such as {@code Accept} (RFC 9110, section 12.4.2). */
public final class Weights {
    private static final Pattern WEIGHT = Pattern.compile("[qQ]=([01](?:\\.[0-9]{0,3})?)");

    private Weights() {}

    /**
     * The weight of an alternative, in any case: 0 refuses it, and without {@code q} it is 1. Empty if it is not listed.
     *
     * @param listed the value of the header; several lines are joined by commas
     */
    public static OptionalDouble of(String listed, String alternative) {
        var greatest = OptionalDouble.empty();
        for (var entry : listed.split(",")) {
            var parts = entry.split(";");
            if (parts.length > 0 && parts[0].strip().equalsIgnoreCase(alternative)) {
                greatest = OptionalDouble.of(Math.max(weight(parts), greatest.orElse(0)));
            }
        }
        return greatest;
    }

    /** @param parts the alternative and its parameters */
    private static double weight(String[] parts) {
        for (int place = 1; place < parts.length; place++) {
            var weight = WEIGHT.matcher(parts[place].strip());
            if (weight.matches()) {
                return Double.parseDouble(weight.group(1));
            }
        }
        return 1;
    }
}
