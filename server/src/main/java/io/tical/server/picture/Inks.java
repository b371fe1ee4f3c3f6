package io.tical.server.picture;

/** How a JPEG encodes cyan, magenta, yellow and black. */
enum Inks {
    /** It stores red, green and blue, or grey. */
    NONE,
    PLAIN,
    INVERTED,
    /** Inverted, and the first three as YCbCr. */
    YCCK;

    /** An approximate colour. */
    int argb(int[] samples, int at) {
        double red = samples[at];
        double green = samples[at + 1];
        double blue = samples[at + 2];
        if (this == YCCK) {
            var blueness = green - 128;
            var redness = blue - 128;
            blue = red + 1.772 * blueness;
            green = red - 0.344136 * blueness - 0.714136 * redness;
            red += 1.402 * redness;
        }
        var black = this == PLAIN ? 255 - samples[at + 3] : samples[at + 3];
        return 0xFF << 24 | lit(red, black) << 16 | lit(green, black) << 8 | lit(blue, black);
    }

    private int lit(double ink, int black) {
        var light = this == INVERTED ? ink : 255 - ink;
        return (int) Math.clamp(light * black / 255, 0, 255);
    }
}
