package io.tical.server.slip;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a picture looks, in 256 bits that hardly change when it is saved again, smaller or in another quality: for each of the
 * lowest frequencies of its brightness, whether there is more of it than of most others. With fewer bits two slips of one bank
 * to one receiver could not be told apart, since they are one form filled in twice.
 *
 * @param hex 64 lowercase hexadecimal digits. In SQL two are compared with
 *     {@code bit_count(cast('x' || a AS bit(256)) # cast('x' || b AS bit(256)))}.
 */
public record PictureHash(String hex) {
    /** What differs in one picture that was saved again; two slips of one bank differ in more. */
    public static final int SAME_MAX = 10;

    /** What differs at the most in one picture of which a rim was cut; two fillings of one form may differ in as little. */
    public static final int ALIKE_MAX = 36;

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
    private static final int SIDE = 64;
    private static final int FREQUENCIES = 16;
    private static final int BAND_DIGITS = 6;

    /** @throws IllegalArgumentException when it is not 64 lowercase hexadecimal digits */
    public PictureHash {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a picture's hash has 64 hexadecimal digits");
        }
    }

    /** In how many bits two differ: 0 to 256. Unrelated pictures differ in about 128. */
    public int distance(PictureHash other) {
        return new BigInteger(hex, 16).xor(new BigInteger(other.hex, 16)).bitCount();
    }

    /**
     * The hash in eleven pieces, each numbered: two hashes that differ in at most {@link #SAME_MAX} bits have one in common,
     * which an index can find.
     */
    List<Integer> bands() {
        var bands = new ArrayList<Integer>();
        for (int band = 0; band <= SAME_MAX; band++) {
            var from = band * BAND_DIGITS;
            var digits = hex.substring(from, Math.min(from + BAND_DIGITS, hex.length()));
            bands.add(band << (4 * BAND_DIGITS) | Integer.parseInt(digits, 16));
        }
        return bands;
    }

    static PictureHash of(Luminance picture) {
        var frequencies = frequencies(picture.scaled(SIDE, SIDE));
        var sorted = frequencies.clone();
        Arrays.sort(sorted);
        var median = (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
        var bits = BigInteger.ZERO;
        for (int bit = 0; bit < frequencies.length; bit++) {
            bits = frequencies[bit] > median ? bits.setBit(bit) : bits;
        }
        var digits = bits.toString(16);
        return new PictureHash("0".repeat(64 - digits.length()) + digits);
    }

    /** The lowest frequencies of a cosine transform in both directions, leaving out the constant ones. */
    private static double[] frequencies(Luminance picture) {
        var cosines = new double[FREQUENCIES][SIDE];
        for (int frequency = 0; frequency < FREQUENCIES; frequency++) {
            for (int place = 0; place < SIDE; place++) {
                cosines[frequency][place] = Math.cos(Math.PI * (frequency + 1) * (2 * place + 1) / (2 * SIDE));
            }
        }
        var across = new double[SIDE][FREQUENCIES];
        for (int y = 0; y < SIDE; y++) {
            for (int frequency = 0; frequency < FREQUENCIES; frequency++) {
                for (int x = 0; x < SIDE; x++) {
                    across[y][frequency] += cosines[frequency][x] * picture.at(x, y);
                }
            }
        }
        var result = new double[FREQUENCIES * FREQUENCIES];
        for (int down = 0; down < FREQUENCIES; down++) {
            for (int frequency = 0; frequency < FREQUENCIES; frequency++) {
                for (int y = 0; y < SIDE; y++) {
                    result[down * FREQUENCIES + frequency] += cosines[down][y] * across[y][frequency];
                }
            }
        }
        return result;
    }
}
