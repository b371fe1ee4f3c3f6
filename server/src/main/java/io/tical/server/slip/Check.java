package io.tical.server.slip;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/**
 * One condition for accepting a slip without an operator.
 *
 * @param check {@code payin}, {@code genuine}, {@code receiver}, {@code name}, {@code amount}, {@code time}, {@code reference} or
 *     {@code picture}
 * @param expected an amount in minor units, Unix seconds, or a text; null if the check expects no particular value
 * @param found the found value in the same form
 */
public record Check(
        String check,
        Result result,
        @Nullable Object expected,
        @Nullable Object found) {
    /** The result. */
    public enum Result implements Word {
        MATCH,
        MISMATCH,
        UNKNOWN;
    }

    static Check of(String check, boolean matches, @Nullable Object expected, @Nullable Object found) {
        return new Check(check, matches ? Result.MATCH : Result.MISMATCH, expected, found);
    }
}
