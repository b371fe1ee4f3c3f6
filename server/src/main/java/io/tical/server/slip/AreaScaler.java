package io.tical.server.slip;

/**
 * Makes a picture smaller row by row: each pixel of the result is the mean of the area that it covers, so that thin strokes and
 * the modules of a code grow grey instead of vanishing.
 */
final class AreaScaler {
    private static final int FRACTION_BITS = 8;

    private final int sourceWidth;
    private final int sourceHeight;
    private final int width;
    private final int height;
    private final int channels;
    private final byte[] result;
    private final int[] across;
    private final int[] down;
    private int row;
    private int made;

    /**
     * @param result where the smaller picture goes, rows of {@code width × channels} bytes
     * @param width at most the source's
     * @param height at most the source's
     */
    AreaScaler(int sourceWidth, int sourceHeight, byte[] result, int width, int height, int channels) {
        this.sourceWidth = sourceWidth;
        this.sourceHeight = sourceHeight;
        this.result = result;
        this.width = width;
        this.height = height;
        this.channels = channels;
        this.across = new int[width * channels];
        this.down = new int[width * channels];
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
        if (channels == 3) {
            narrowThree(source, offset);
        } else {
            narrow(source, offset);
        }
        // A row of the source covers `height` units of the result's rows, of which each has `sourceHeight`.
        var from = (long) row * height;
        var to = from + height;
        var first = (int) (from / sourceHeight);
        var edge = (first + 1L) * sourceHeight;
        if (to < edge) {
            add(height);
        } else {
            add((int) (edge - from));
            store(first);
            add((int) (to - edge));
        }
        row++;
    }

    /** The source's row at the result's width, in 256ths. */
    private void narrow(byte[] source, int offset) {
        var share = (float) (1 << FRACTION_BITS) / sourceWidth;
        for (int channel = 0; channel < channels; channel++) {
            var from = offset + channel;
            // A pixel of the source covers `width` units, of which a pixel of the result has `sourceWidth`.
            var room = sourceWidth;
            var sum = 0;
            var to = channel;
            for (int x = 0; x < sourceWidth; x++, from += channels) {
                var value = source[from] & 0xFF;
                if (room > width) {
                    sum += value * width;
                    room -= width;
                } else {
                    sum += value * room;
                    across[to] = (int) (sum * share);
                    to += channels;
                    sum = value * (width - room);
                    room = sourceWidth - (width - room);
                }
            }
        }
    }

    /** The same for three channels side by side: where the edges are is found once for all of them. */
    private void narrowThree(byte[] source, int offset) {
        var share = (float) (1 << FRACTION_BITS) / sourceWidth;
        var room = sourceWidth;
        var first = 0;
        var second = 0;
        var third = 0;
        var to = 0;
        for (int from = offset; from < offset + 3 * sourceWidth; from += 3) {
            var one = source[from] & 0xFF;
            var two = source[from + 1] & 0xFF;
            var three = source[from + 2] & 0xFF;
            if (room > width) {
                first += one * width;
                second += two * width;
                third += three * width;
                room -= width;
            } else {
                across[to] = (int) ((first + one * room) * share);
                across[to + 1] = (int) ((second + two * room) * share);
                across[to + 2] = (int) ((third + three * room) * share);
                to += 3;
                var over = width - room;
                first = one * over;
                second = two * over;
                third = three * over;
                room = sourceWidth - over;
            }
        }
    }

    private void add(int units) {
        for (int at = 0; at < down.length; at++) {
            down[at] += across[at] * units;
        }
    }

    private void store(int y) {
        var to = y * width * channels;
        var share = 1f / (sourceHeight << FRACTION_BITS);
        for (int at = 0; at < down.length; at++) {
            result[to + at] = (byte) (down[at] * share + 0.5f);
            down[at] = 0;
        }
        made = y + 1;
    }
}
