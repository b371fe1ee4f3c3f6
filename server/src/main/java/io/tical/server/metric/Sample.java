package io.tical.server.metric;

import java.util.List;

/**
 * One value of a {@link Family}.
 *
 * @param suffix what follows the name of the family: {@code _bucket}, {@code _sum}, {@code _count} or nothing
 */
public record Sample(String suffix, List<Label> labels, double value) {
    /** @param value from a fixed set, because every value is a series of its own that monitoring keeps */
    public record Label(String name, String value) {}

    public static Sample of(double value, Label... labels) {
        return new Sample("", List.of(labels), value);
    }
}
