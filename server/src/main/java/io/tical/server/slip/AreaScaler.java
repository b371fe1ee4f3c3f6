package io.tical.server.slip;

import java.util.Arrays;

/**
 * Makes a picture smaller row by row: each pixel of the result is the mean of the area that it covers, so that thin strokes and
 * the modules of a code grow grey instead of vanishing. Rows are added up at their whole width, which processors do for many
 * pixels at once; only sums are made narrower.
 */
final class AreaScaler {
    private final int sourceWidth;
    private final int sourceHeight;
    private final int width;
    private final int height;
    private final int channels;
    private final byte[] result;
    private final int[] sums;
    private int row;
    private int made;

    /**
     * @param result where the smaller picture goes, rows of {@code width × channels} bytes
     * @param width at most the source's
     * @param height at most the source's
     * @param channels 1, or 3 side by side
     */
    AreaScaler(int sourceWidth, int sourceHeight, byte[] result, int width, int height, int channels) {
        this.sourceWidth = sourceWidth;
        this.sourceHeight = sourceHeight;
        this.result = result;
        this.width = width;
        this.height = height;
        this.channels = channels;
        this.sums = new int[sourceWidth * channels];
    }

    /** How many rows of the result are there. */
    int made() {
        return made;
    }

    /** The next row of the source, from {@code offset} in an array. */
    void accept(byte[] source, int offset) {
        if (width == sourceWidth && height == sourceHeight) {
            System.arraycopy(source, offset, result, row * width * channels, width * channels);
            row++;
            made = row;
            return;
        }
        // A row of the source covers `height` units of the result's rows, of which each has `sourceHeight`.
        var from = (long) row * height;
        var to = from + height;
        var edge = (made + 1L) * sourceHeight;
        if (to < edge) {
            add(source, offset, height);
        } else {
            add(source, offset, (int) (edge - from));
            store();
            add(source, offset, (int) (to - edge));
        }
        row++;
    }

    private void add(byte[] source, int offset, int units) {
        var sums = this.sums;
        for (int at = 0; at < sums.length; at++) {
            sums[at] += (source[offset + at] & 0xFF) * units;
        }
    }

    private void store() {
        var to = made * width * channels;
        if (channels == 3) {
            narrowThree(to);
        } else {
            narrow(to);
        }
        Arrays.fill(sums, 0);
        made++;
    }

    private void narrow(int start) {
        var share = 1f / ((float) sourceWidth * sourceHeight);
        // A pixel of the source covers `width` units, of which a pixel of the result has `sourceWidth`.
        var room = sourceWidth;
        var sum = 0f;
        var to = start;
        for (var value : sums) {
            if (room > width) {
                sum += (float) value * width;
                room -= width;
            } else {
                result[to++] = (byte) ((sum + (float) value * room) * share + 0.5f);
                sum = (float) value * (width - room);
                room = sourceWidth - (width - room);
            }
        }
    }

    /** The same for three channels: where the edges are is found once for all of them. */
    private void narrowThree(int start) {
        var share = 1f / ((float) sourceWidth * sourceHeight);
        var room = sourceWidth;
        var first = 0f;
        var second = 0f;
        var third = 0f;
        var to = start;
        for (int from = 0; from < sums.length; from += 3) {
            float one = sums[from];
            float two = sums[from + 1];
            float three = sums[from + 2];
            if (room > width) {
                first += one * width;
                second += two * width;
                third += three * width;
                room -= width;
            } else {
                result[to] = (byte) ((first + one * room) * share + 0.5f);
                result[to + 1] = (byte) ((second + two * room) * share + 0.5f);
                result[to + 2] = (byte) ((third + three * room) * share + 0.5f);
                to += 3;
                var over = width - room;
                first = one * over;
                second = two * over;
                third = three * over;
                room = sourceWidth - over;
            }
        }
    }
}
