package io.tical.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of the program, as the POM has it: such as {@code 1.0.0}. */
public final class Version {
    public static final String TEXT = read();

    private Version() {}

    private static String read() {
        try (var file = Objects.requireNonNull(Version.class.getResourceAsStream("version.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the version cannot be read", e);
        }
    }
}
