package io.tical.common;

/**
 * What the service knows of a currency. An amount of it is a positive integer of minor units divisible by
 * {@code unitStep}.
 *
 * @param code ISO 4217, uppercase
 * @param name its English name
 * @param symbol its usual sign
 * @param locale a BCP 47 tag whose readers expect this currency's format
 * @param description one sentence for people
 * @param scale how many digits the minor unit has, 0 to 6
 * @param unitStep the smallest payable amount in minor units, 1 or more
 */
public record CurrencyProfile(
        String code, String name, String symbol, String locale, String description, int scale, long unitStep) {
    /** Whether this amount can be paid in this currency at all. */
    public boolean divides(long amountMinor) {
        return amountMinor % unitStep == 0;
    }

    /** This many whole units as minor units. */
    public long units(long count) {
        var minor = count;
        for (int digit = 0; digit < scale; digit++) {
            minor = Math.multiplyExact(minor, 10L);
        }
        return minor;
    }
}
