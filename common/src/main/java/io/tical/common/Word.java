package io.tical.common;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An enum constant that the database and JSON represent in lower case: {@code PARTIAL_SUCCESS} as {@code
 * partial_success}.
 */
public interface Word {
    /** The name of the enum constant. */
    String name();

    /** The place of the constant in its type. */
    int ordinal();

    /** The type. */
    Class<?> getDeclaringClass();

    /** The representation in the database and JSON. */
    @JsonValue
    default String word() {
        return Words.NAMES.get(getDeclaringClass()).get(ordinal());
    }

    /** Finds the constant that a word represents; empty for any other text. */
    static <E extends Enum<E> & Word> Optional<E> find(Class<E> type, String word) {
        return Optional.ofNullable(type.cast(Words.CONSTANTS.get(type).get(word)));
    }

    /** All words of a type, for messages. */
    static <E extends Enum<E> & Word> String all(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Word::word).collect(Collectors.joining(", "));
    }

    /**
     * Returns the constant that a stored word represents.
     *
     * @throws IllegalArgumentException if there is none
     */
    static <E extends Enum<E> & Word> E of(Class<E> type, String word) {
        return find(type, word)
                .orElseThrow(() -> new IllegalArgumentException("no " + type.getSimpleName() + ": " + word));
    }
}
