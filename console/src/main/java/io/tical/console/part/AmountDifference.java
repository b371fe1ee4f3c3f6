package io.tical.console.part;

import io.tical.console.text.Formats;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * An amount against the expected one.
 *
 * @param amount minor units
 * @param expected minor units
 */
public record AmountDifference(long amount, long expected, String currency) {
    /** From this ratio on it is written without decimals. */
    private static final long WHOLE_MIN = 10;

    private static final long TIMES_MIN = 2;

    /** Whether the amounts differ. */
    public boolean differs() {
        return amount != expected;
    }

    /** Such as {@code 68,116.95 THB more than expected — 100 times 688.05 THB}. */
    public String words(Formats formats) {
        var texts = formats.texts();
        if (!differs()) {
            return texts.get("queue.difference.none");
        }
        var distance = formats.money(Math.abs(amount - expected), currency);
        var wanted = formats.money(expected, currency);
        if (amount < expected) {
            return texts.get("queue.difference.less", distance, wanted);
        }
        var times = times();
        return times.isEmpty()
                ? texts.get("queue.difference.more", distance, wanted)
                : texts.get("queue.difference.times", distance, wanted, times);
    }

    /** How many times the expected amount it is; empty below twice. */
    private String times() {
        var whole = expected <= 0 ? 0 : amount / expected;
        if (whole >= WHOLE_MIN) {
            return String.format(Locale.ROOT, "%,d", whole);
        }
        return whole < TIMES_MIN
                ? ""
                : BigDecimal.valueOf(amount)
                        .divide(BigDecimal.valueOf(expected), 1, RoundingMode.DOWN)
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
