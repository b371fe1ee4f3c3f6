package io.tical.server.transaction;

import java.util.stream.Stream;

/** What a {@link Command} does with an object. Each type of objects has a sealed type of actions, which its rules decide. */
public interface Action {
    /** Whether a second execution finds its own effect, so that a command of the service itself needs no record. */
    default boolean repeatable() {
        return false;
    }

    /** The references of the bank transfers that it reports. */
    default Stream<String> references() {
        return Stream.empty();
    }
}
