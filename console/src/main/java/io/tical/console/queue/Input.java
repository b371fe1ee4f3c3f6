package io.tical.console.queue;

import java.util.List;

/** What an operator enters with a decision. */
public sealed interface Input {
    /** The field of the request. */
    String name();

    /** The key of its label. */
    String key();

    /** @param lengthMax characters */
    record Text(String name, String key, boolean required, int lengthMax) implements Input {}

    /** @param initial minor units */
    record Amount(String name, String key, String currency, long initial) implements Input {}

    /** One of some values, chosen by a digit key. Required. {@code words} is the kind of {@link io.tical.console.text.Texts#word}. */
    record Choice(String name, String key, String words, List<String> values) implements Input {}

    /** A note for colleagues and the audit log. */
    static Input note() {
        return new Text("note", "queue.note", false, 500);
    }
}
