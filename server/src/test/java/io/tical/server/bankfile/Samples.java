package io.tical.server.bankfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The sample files and what they say. */
final class Samples {
    private Samples() {}

    static byte[] bytes(String name) {
        try (var in = Samples.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode expected(String name) {
        try {
            return new ObjectMapper().readTree(bytes(name.substring(0, name.lastIndexOf('.')) + ".expected.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
