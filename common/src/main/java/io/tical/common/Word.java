package io.tical.common;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A constant that storage and JSON write as its name in lower case: {@code PARTIAL_SUCCESS} is {@code partial_success}. */
public interface Word {
    /** The constant's name, which every enum has. */
    String name();

    /** The constant as stored and shown. */
    default String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The constant of a type that a word stands for; empty for any other text. */
    static <E extends Enum<E> & Word> Optional<E> find(Class<E> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.word().equals(word))
                .findFirst();
    }

    /**
     * The constant of a type that a stored word stands for.
     *
     * @throws IllegalArgumentException when there is none
     */
    static <E extends Enum<E> & Word> E of(Class<E> type, String word) {
        return find(type, word)
                .orElseThrow(() -> new IllegalArgumentException("no " + type.getSimpleName() + ": " + word));
    }
}
