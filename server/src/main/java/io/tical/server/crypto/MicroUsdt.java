package io.tical.server.crypto;

import java.math.BigInteger;

/**
 * An amount of USDT in micro-USDT.
 *
 * @param micro whole micro-USDT, rounded down
 * @param dust the rest in the token's smallest units: less than one micro-USDT, recorded but not credited
 */
public record MicroUsdt(long micro, BigInteger dust) {
    /** The decimals of a USDT in micro-USDT. */
    public static final int SCALE = 6;

    /**
     * Converts an amount of the token.
     *
     * @param units the token's smallest units, not negative
     * @throws ArithmeticException when it exceeds a {@code long} of micro-USDT, which is more than the supply
     */
    public static MicroUsdt of(BigInteger units, Network network) {
        var parts = units.divideAndRemainder(unitsPerMicro(network));
        return new MicroUsdt(parts[0].longValueExact(), parts[1]);
    }

    /** The token's smallest units in one micro-USDT. */
    public static BigInteger unitsPerMicro(Network network) {
        return BigInteger.TEN.pow(network.decimals() - SCALE);
    }
}
