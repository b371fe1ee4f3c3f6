package io.tical.server.picture;

import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Copies the tables, the frame and the scans of a JPEG. */
final class JpegFile extends PictureFile {
    static final int SIGNATURE = 0xFFD8FF;
    private static final int SOF2 = 0xC2;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final byte[] JFIF = HexFormat.of().parseHex("ffe000104a46494600010100000100010000");
    private static final byte[] ADOBE_RGB = HexFormat.of().parseHex("ffee000e41646f626500640000000000");

    /** The maximum pixels decoded over all scans, so that a small file cannot occupy a processor. Ten scans are usual. */
    private static final long SCANNED_PIXELS_MAX = 400_000_000;

    /** The minimum that a scan counts. */
    private static final long SCAN_PIXELS_MIN = 10_000_000;

    /** The maximum size of the coefficients that the decoder holds of a picture in several scans. */
    private static final long COEFFICIENT_BYTES_MAX = 40 << 20;

    private int at = 2;
    private String componentIds = "";
    private long allCoefficientBytes;
    private int scans;
    private boolean jfif;
    private int adobeTransform = -1;

    JpegFile(byte[] file) {
        super(file, JFIF.length);
        kept.put(file, 0, at);
        for (var marker = marker(); marker != EOI; marker = marker()) {
            segment(marker);
        }
        kept.put((byte) 0xFF).put((byte) EOI);
        var components = componentIds.length();
        pixelBytes = components == 3 ? components : components + Decoder.CONVERTED_BYTES;
        if (components == 4) {
            inks = adobeTransform < 0 ? Inks.PLAIN : adobeTransform == 2 ? Inks.YCCK : Inks.INVERTED;
        }
    }

    /** The next marker, after any fill bytes. */
    private int marker() {
        if (octet(at) != 0xFF) {
            throw broken("its segments are malformed");
        }
        while (octet(at) == 0xFF) {
            at++;
        }
        return octet(at++);
    }

    private void segment(int marker) {
        var length = octet(at) << 8 | octet(at + 1);
        if (length < 2 || length > file.length - at) {
            throw broken("it ends early");
        }
        switch (marker) {
            // Huffman-coded frames: baseline, extended, progressive.
            case 0xC0, 0xC1, SOF2 -> frame(marker, length);
            case 0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF ->
                throw unsupported("Lossless, hierarchical and arithmetic-coded JPEGs");
            // Huffman tables, quantisation tables, restart interval.
            case 0xC4, 0xDB, 0xDD -> keep(marker, length);
            case SOS -> scan(length);
            case 0xE0 -> jfif |= begins("JFIF\0", length);
            case 0xE1 ->
                orientation = begins("Exif\0\0", length) ? Orientation.of(file, at + 8, length - 8) : orientation;
            case 0xEE -> adobeTransform = begins("Adobe", length) ? octet(at + 13) : adobeTransform;
            default -> {
                // Other application segments and comments are left out.
                if (marker < 0xE0 || (marker > 0xEF && marker != 0xFE)) {
                    throw broken("it has an unknown segment");
                }
            }
        }
        at += length;
        if (marker == SOS) {
            entropyCodedData();
        }
    }

    private void frame(int marker, int length) {
        var components = octet(at + 7);
        if (scans > 0 || width > 0 || length != 8 + 3 * components || components == 2 || components > 4) {
            throw broken("its header is malformed");
        }
        if (octet(at + 2) != 8) {
            throw unsupported("JPEGs of more than 8 bits a component");
        }
        size(octet(at + 5) << 8 | octet(at + 6), octet(at + 3) << 8 | octet(at + 4));
        var across = 1L;
        var down = 1L;
        var blocks = 0L;
        for (int component = at + 8; component < at + length; component += 3) {
            componentIds += (char) octet(component);
            var sampling = octet(component + 1);
            across = Math.max(across, sampling >> 4);
            down = Math.max(down, sampling & 15);
            blocks += (sampling >> 4) * (sampling & 15);
        }
        allCoefficientBytes =
                Math.ceilDiv(width, 8 * across) * Math.ceilDiv(height, 8 * down) * blocks * 64 * Short.BYTES;
        coefficientBytes = marker == SOF2 ? allCoefficientBytes : 0;
        keep(marker, length);
    }

    private void scan(int length) {
        if (scans++ == 0) {
            kept.put(colours());
        }
        if (scans > 1 || octet(at + 2) < componentIds.length()) {
            coefficientBytes = allCoefficientBytes;
        }
        if (coefficientBytes > COEFFICIENT_BYTES_MAX
                || scans * Math.max(SCAN_PIXELS_MIN, (long) width * height) > SCANNED_PIXELS_MAX) {
            throw tooLarge("it is a progressive JPEG of " + width + " x " + height + " pixels in too many scans;"
                    + " upload a screenshot or a smaller picture");
        }
        keep(SOS, length);
    }

    /** The Adobe segment defines the colour model. Without it decoders guess from the EXIF data, which is removed here. */
    private byte[] colours() {
        if (componentIds.length() == 4) {
            return new byte[0];
        }
        var rgb = adobeTransform == 0 || (adobeTransform < 0 && componentIds.equals("RGB"));
        return rgb && !jfif ? ADOBE_RGB : JFIF;
    }

    /** Copies up to a marker other than a restart. */
    private void entropyCodedData() {
        var end = at;
        while (octet(end) != 0xFF || isData(octet(end + 1))) {
            end++;
        }
        kept.put(file, at, end - at);
        at = end;
    }

    /** Whether the byte after 0xFF is an escape, a fill byte or a restart. */
    private static boolean isData(int octet) {
        return octet == 0 || octet == 0xFF || (octet >= 0xD0 && octet <= 0xD7);
    }

    private boolean begins(String name, int length) {
        return length >= 2 + name.length()
                && name.equals(new String(file, at + 2, name.length(), StandardCharsets.ISO_8859_1));
    }

    private void keep(int marker, int length) {
        kept.put((byte) 0xFF).put((byte) marker).put(file, at, length);
    }

    private int octet(int index) {
        if (index >= file.length) {
            throw broken("it ends early");
        }
        return file[index] & 0xFF;
    }

    private static Problem unsupported(String what) {
        return new Problem.UnsupportedMedia(what + " are not supported; upload a screenshot instead");
    }
}
