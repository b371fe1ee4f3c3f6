package io.tical.server.http;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The weights that a client gives to alternatives, in headers such as {@code Accept} (RFC 9110, section 12.4.2). */
public final class Weights {
    private Weights() {}

    /**
     * The weight of an alternative, in any case: 0 refuses it, and without {@code q} it is 1. Empty if it is not listed.
     *
     * @param listed the value of the header; several lines are joined by commas
     */
    public static OptionalDouble of(String listed, String alternative) {
        return Arrays.stream(listed.split(","))
                .map(entry -> entry.replaceAll("[ \t]", "").split(";", -1))
                .filter(entry -> entry[0].equalsIgnoreCase(alternative))
                .mapToDouble(entry -> Arrays.stream(entry)
                        .skip(1)
                        .filter(parameter -> parameter.matches("[qQ]=[01](\\.[0-9]{0,3})?"))
                        .mapToDouble(parameter -> Double.parseDouble(parameter.substring(2)))
                        .findFirst()
                        .orElse(1))
                .max();
    }
}
