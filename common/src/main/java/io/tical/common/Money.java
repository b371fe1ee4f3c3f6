package io.tical.common;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Arithmetic on amounts of minor units. Every result is exact or throws {@link ArithmeticException}. */
public final class Money {
    /** The largest amount in a request: 2^53 − 1, which every JSON parser represents exactly. */
    public static final long AMOUNT_MAX = 9_007_199_254_740_991L;

    private Money() {}

    /** {@code amount × part ÷ whole}, rounded half up to a minor unit. */
    public static long share(long amount, long part, long whole) {
        return new BigDecimal(BigInteger.valueOf(amount).multiply(BigInteger.valueOf(part)))
                .divide(BigDecimal.valueOf(whole), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** {@code amount × part ÷ whole}, rounded half up to a multiple of {@code step}. */
    public static long share(long amount, long part, long whole, long step) {
        return Math.multiplyExact(share(amount, part, Math.multiplyExact(whole, step)), step);
    }

    /** The largest multiple of {@code step} that is not above the amount, which is not negative. */
    public static long inSteps(long amount, long step) {
        return amount - amount % step;
    }

    /**
     * Splits an amount into the fewest parts of at most {@code partMax}, as equal as {@code step} allows, larger ones first.
     *
     * @param amount minor units, a positive multiple of {@code step}
     * @param partMax the largest part, at least {@code step}
     * @param step every part is a multiple of it
     */
    public static List<Long> split(long amount, long partMax, long step) {
        if (amount <= 0 || step <= 0 || partMax < step || amount % step != 0) {
            throw new IllegalArgumentException("cannot split " + amount + " by " + partMax + " in steps of " + step);
        }
        var steps = amount / step;
        var count = Math.ceilDiv(steps, partMax / step);
        var parts = new ArrayList<Long>(Math.toIntExact(count));
        for (long part = 0; part < count; part++) {
            parts.add((steps / count + (part < steps % count ? 1 : 0)) * step);
        }
        return parts;
    }
}
