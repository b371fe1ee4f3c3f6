package io.tical.server;

/** How far a text's colour stands out from what is behind it, as WCAG 2.2 measures it. */
public final class Contrast {
    private Contrast() {}

    /** The contrast ratio of two colours given as 0xRRGGBB, 1 to 21. */
    public static double ratio(int a, int b) {
        var lighter = Math.max(luminance(a), luminance(b));
        var darker = Math.min(luminance(a), luminance(b));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(int rgb) {
        return 0.2126 * channel(rgb >> 16 & 0xFF) + 0.7152 * channel(rgb >> 8 & 0xFF) + 0.0722 * channel(rgb & 0xFF);
    }

    private static double channel(int value) {
        var part = value / 255.0;
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
