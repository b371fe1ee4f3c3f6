package io.tical.common;

/**
 * The properties of a currency. An amount is a positive integer of minor units divisible by {@code unitStep}.
 *
 * @param code ISO 4217, uppercase
 * @param name the English name
 * @param symbol the usual symbol
 * @param locale the BCP 47 tag of the usual number format
 * @param description one sentence for display
 * @param scale decimal digits of the minor unit, 0 to 6
 * @param unitStep the smallest payable amount in minor units, 1 or more
 */
public record CurrencyProfile(
        String code, String name, String symbol, String locale, String description, int scale, long unitStep) {
    /** The length of the longest code, {@code USDT}. */
    public static final int CODE_LENGTH_MAX = 4;

    /** Whether this amount is a multiple of the unit step. */
    public boolean divides(long amountMinor) {
        return amountMinor % unitStep == 0;
    }

    /** Converts whole units to minor units. */
    public long units(long count) {
        return Math.multiplyExact(count, Math.powExact(10L, scale));
    }
}
