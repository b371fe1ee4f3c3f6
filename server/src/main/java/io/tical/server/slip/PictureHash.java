package io.tical.server.slip;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A perceptual hash of a picture: for each of the lowest frequencies of its luminance, whether it is above the median. The hash
 * hardly changes when the picture is saved again, smaller or in another quality. It has 256 bits because two slips of one bank to
 * one receiver are the same form filled in twice, which fewer bits do not distinguish.
 *
 * @param hex 64 lowercase hexadecimal digits. In SQL two are compared with
 *     {@code bit_count(cast('x' || a AS bit(256)) # cast('x' || b AS bit(256)))}.
 */
public record PictureHash(String hex) {
    /**
     * The maximum number of bits in which the hashes of a picture and of a copy saved again differ. Those of two slips of one bank
     * differ in more bits, those of unrelated pictures in about 128.
     */
    public static final int SAME_MAX = 10;

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

    /**
     * The hash in eleven numbered bands, for an index: two hashes that differ in at most {@link #SAME_MAX} bits have at least one
     * band in common.
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

    /** The lowest frequencies of a cosine transform in both directions, without the constant ones. */
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
