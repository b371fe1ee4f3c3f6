package io.tical.server.slip;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/**
 * One thing that must be right for a slip to pay its payin by itself.
 *
 * @param check {@code payin}, {@code genuine}, {@code receiver}, {@code amount}, {@code time}, {@code reference} or
 *     {@code picture}
 * @param expected what would be right: an amount in minor units, Unix seconds, or a text; null where there is nothing to say
 * @param found what is, in the same form
 */
public record Check(
        String check,
        Result result,
        @Nullable Object expected,
        @Nullable Object found) {
    /** What came of it. */
    public enum Result implements Word {
        MATCH,
        MISMATCH,
        /** It cannot be told. */
        UNKNOWN;
    }
}
