package io.tical.server.crypto;

import java.math.BigInteger;

/**
 * An amount of USDT as this service counts it.
 *
 * @param micro whole micro-USDT, rounded down
 * @param dust what is left over, in the token's smallest units: less than one micro-USDT, kept on record and credited to
 *     nobody
 */
public record MicroUsdt(long micro, BigInteger dust) {
    /** Digits of a micro-USDT after the point of a USDT. */
    public static final int SCALE = 6;

    /**
     * How much an amount of the token is.
     *
     * @param units the token's smallest units, not negative
     * @throws ArithmeticException when that is more than a {@code long} of micro-USDT, which is more than there is
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
