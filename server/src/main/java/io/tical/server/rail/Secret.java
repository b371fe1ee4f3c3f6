package io.tical.server.rail;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A secret of a provider, which no log and no message shows. */
record Secret(String name, String value) {
    /** As a user name without a password; a value with a colon is a user name and a password. */
    String basic() {
        var pair = value.indexOf(':') < 0 ? value + ":" : value;
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}
