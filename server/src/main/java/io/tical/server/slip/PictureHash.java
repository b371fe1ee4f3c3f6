package io.tical.server.slip;

import java.util.Arrays;

/**
 * How a picture looks, in 64 bits that hardly change when it is saved again, smaller, in another quality or cut a little: for
 * each of the lowest frequencies of its brightness, whether there is more of it than of most others.
 *
 * @param bits equal for equal pictures; compare others by {@link #distance}
 */
public record PictureHash(long bits) {
    private static final int SIDE = 32;
    private static final int FREQUENCIES = 8;

    /** In how many bits two differ: 0 to 64. Unrelated pictures differ in about 32. */
    public int distance(PictureHash other) {
        return Long.bitCount(bits ^ other.bits);
    }

    static PictureHash of(Luminance picture) {
        var small = picture.width() < SIDE || picture.height() < SIDE ? stretched(picture) : picture.scaled(SIDE, SIDE);
        var frequencies = frequencies(small);
        var sorted = frequencies.clone();
        Arrays.sort(sorted);
        var median = (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
        var bits = 0L;
        for (var frequency : frequencies) {
            bits = bits << 1 | (frequency > median ? 1 : 0);
        }
        return new PictureHash(bits);
    }

    private static Luminance stretched(Luminance picture) {
        var pixels = new byte[SIDE * SIDE];
        for (int at = 0; at < pixels.length; at++) {
            pixels[at] = (byte) picture.at(at % SIDE * picture.width() / SIDE, at / SIDE * picture.height() / SIDE);
        }
        return new Luminance(pixels, SIDE, SIDE);
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
