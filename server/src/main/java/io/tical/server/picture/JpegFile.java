package io.tical.server.picture;

import io.tical.server.http.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Copies the tables, the frame and the scans of a JPEG. */
final class JpegFile {
    private static final int SOI = 0xD8;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final byte[] JFIF = {
        (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0
    };
    private static final byte[] ADOBE_RGB = {
        (byte) 0xFF, (byte) 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0
    };

    /** What all scans may decode together, so that a small file cannot occupy a processor. Ten scans are usual. */
    private static final long SCANNED_PIXELS_MAX = 400_000_000;

    /** What a scan counts at least. */
    private static final long SCAN_PIXELS_MIN = 10_000_000;

    /** The coefficients of a picture in several scans. The decoder holds them until the last scan. */
    private static final long COEFFICIENT_BYTES_MAX = 40 << 20;

    private final byte[] file;
    private final ByteArrayOutputStream kept;
    private int at = 2;
    private int width;
    private int height;
    private String componentIds = "";
    private boolean severalScans;
    private long coefficientBytes;
    private int scans;
    private boolean jfif;
    private int adobeTransform = -1;
    private int orientation = Orientation.UPRIGHT;

    JpegFile(byte[] file) {
        this.file = file;
        kept = new ByteArrayOutputStream(file.length + JFIF.length);
    }

    static boolean signed(byte[] file) {
        return file.length >= 3 && file[0] == (byte) 0xFF && file[1] == (byte) SOI && file[2] == (byte) 0xFF;
    }

    PictureFile read() {
        kept.write(file, 0, 2);
        for (var marker = marker(); marker != EOI; marker = marker()) {
            segment(marker);
        }
        if (scans == 0) {
            throw PictureFile.broken("it has no pixels");
        }
        kept.write(0xFF);
        kept.write(EOI);
        return new PictureFile(
                "jpeg",
                kept.toByteArray(),
                width,
                height,
                orientation,
                componentIds.length() == 3 ? 3 : componentIds.length() + Decoder.CONVERTED_BYTES,
                severalScans ? coefficientBytes : 0,
                inks());
    }

    /** The next marker, after any fill bytes. */
    private int marker() {
        if (octet(at) != 0xFF) {
            throw PictureFile.broken("its segments are malformed");
        }
        while (octet(at) == 0xFF) {
            at++;
        }
        return octet(at++);
    }

    private void segment(int marker) {
        var length = octet(at) << 8 | octet(at + 1);
        if (length < 2 || length > file.length - at) {
            throw PictureFile.broken("it ends early");
        }
        switch (marker) {
            // Huffman-coded frames: baseline, extended, progressive.
            case 0xC0, 0xC1, 0xC2 -> {
                severalScans = marker == 0xC2;
                frame(length);
                keep(marker, length);
            }
            case 0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF ->
                throw unsupported("Lossless, hierarchical and arithmetic-coded JPEGs");
            // Huffman tables, quantisation tables, restart interval.
            case 0xC4, 0xDB, 0xDD -> keep(marker, length);
            case SOS -> scan(length);
            case 0xE0 -> jfif |= begins("JFIF\0", length);
            case 0xE1 -> orientation = begins("Exif\0\0", length) ? Orientation.of(file, at + 8, length - 8) : orientation;
            case 0xEE -> adobeTransform = begins("Adobe", length) ? octet(at + 13) : adobeTransform;
            default -> {
                // Other application segments and comments are left out.
                if (marker < 0xE0 || (marker > 0xEF && marker != 0xFE)) {
                    throw PictureFile.broken("it has an unknown segment");
                }
            }
        }
        at += length;
        if (marker == SOS) {
            entropyCodedData();
        }
    }

    private void frame(int length) {
        var components = length < 8 ? 0 : octet(at + 7);
        if (width > 0
                || (components != 1 && components != 3 && components != 4)
                || length != 8 + 3 * components) {
            throw PictureFile.broken("its header is malformed");
        }
        if (octet(at + 2) != 8) {
            throw unsupported("JPEGs of more than 8 bits a component");
        }
        height = octet(at + 3) << 8 | octet(at + 4);
        width = octet(at + 5) << 8 | octet(at + 6);
        PictureFile.checkSize(width, height);
        var across = 1L;
        var down = 1L;
        var blocks = 0L;
        for (int component = at + 8; component < at + length; component += 3) {
            var sampling = octet(component + 1);
            componentIds += (char) octet(component);
            across = Math.max(across, sampling >> 4);
            down = Math.max(down, sampling & 15);
            blocks += (sampling >> 4) * (sampling & 15);
        }
        coefficientBytes =
                Math.ceilDiv(width, 8 * across) * Math.ceilDiv(height, 8 * down) * blocks * 64 * Short.BYTES;
    }

    private void scan(int length) {
        if (width == 0 || length < 3) {
            throw PictureFile.broken("it has no header");
        }
        if (scans++ == 0) {
            kept.writeBytes(colours());
        }
        severalScans |= scans > 1 || octet(at + 2) < componentIds.length();
        if (scans * Math.max(SCAN_PIXELS_MIN, (long) width * height) > SCANNED_PIXELS_MAX) {
            throw PictureFile.tooLarge("it has too many scans; upload a screenshot instead");
        }
        if (severalScans && coefficientBytes > COEFFICIENT_BYTES_MAX) {
            throw PictureFile.tooLarge("it is a progressive JPEG of " + width + " x " + height
                    + " pixels; upload a screenshot or a smaller picture");
        }
        keep(SOS, length);
    }

    /** Says how to read the components. Without it decoders guess, also by the EXIF data, which is left out here. */
    private byte[] colours() {
        if (componentIds.length() == 4) {
            return new byte[0];
        }
        var rgb = adobeTransform == 0 || (adobeTransform < 0 && componentIds.equals("RGB"));
        return rgb && !jfif ? ADOBE_RGB : JFIF;
    }

    private Inks inks() {
        if (componentIds.length() < 4) {
            return Inks.NONE;
        }
        return adobeTransform < 0 ? Inks.PLAIN : adobeTransform == 2 ? Inks.YCCK : Inks.INVERTED;
    }

    /** Copies up to a marker other than a restart. */
    private void entropyCodedData() {
        var start = at;
        while (octet(at) != 0xFF || isData(octet(at + 1))) {
            at++;
        }
        kept.write(file, start, at - start);
    }

    /** Whether what follows 0xFF is an escape, a fill byte or a restart. */
    private static boolean isData(int octet) {
        return octet == 0 || octet == 0xFF || (octet >= 0xD0 && octet <= 0xD7);
    }

    private boolean begins(String name, int length) {
        return length >= 2 + name.length()
                && name.equals(new String(file, at + 2, name.length(), StandardCharsets.ISO_8859_1));
    }

    private void keep(int marker, int length) {
        kept.write(0xFF);
        kept.write(marker);
        kept.write(file, at, length);
    }

    private int octet(int index) {
        if (index >= file.length) {
            throw PictureFile.broken("it ends early");
        }
        return file[index] & 0xFF;
    }

    private static Problem unsupported(String what) {
        return new Problem.UnsupportedMedia(what + " are not supported; upload a screenshot instead");
    }
}
