package io.tical.common;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of each type, made once. */
final class Words {
    /** The names of a type's constants in lower case, in their order. */
    static final ClassValue<List<String>> NAMES = new ClassValue<>() {
        @Override
        protected List<String> computeValue(Class<?> type) {
            return constants(type)
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                    .toList();
        }
    };

    /** The constants of a type by their words. */
    static final ClassValue<Map<String, Word>> CONSTANTS = new ClassValue<>() {
        @Override
        protected Map<String, Word> computeValue(Class<?> type) {
            return constants(type).collect(Collectors.toUnmodifiableMap(Word::word, Function.identity()));
        }
    };

    private Words() {}

    private static Stream<? extends Word> constants(Class<?> type) {
        return Stream.of(type.asSubclass(Word.class).getEnumConstants());
    }
}
