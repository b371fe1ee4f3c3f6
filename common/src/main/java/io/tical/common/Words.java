package io.tical.common;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The constants of each type by their words. */
final class Words extends ClassValue<Map<String, Word>> {
    static final Words OF_TYPE = new Words();

    @Override
    protected Map<String, Word> computeValue(Class<?> type) {
        return Stream.of(type.asSubclass(Word.class).getEnumConstants())
                .collect(Collectors.toUnmodifiableMap(Word::word, Function.identity()));
    }
}
