package io.tical.server.slip;

import io.tical.server.problem.Problem;
import io.tical.server.slip.PictureFile.Format;
import io.tical.server.slip.PictureFile.Inks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Looks through a JPEG segment by segment. Tables, frame and scans are kept; EXIF, profiles, thumbnails and comments are not,
 * nor is anything behind the end.
 */
final class JpegFile {
    private static final int SOI = 0xD8;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int RST0 = 0xD0;
    private static final int RST7 = 0xD7;
    private static final byte[] PLAIN_JFIF = {
        (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0
    };
    private static final byte[] PLAIN_ADOBE = {
        (byte) 0xFF, (byte) 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0
    };
    private static final byte[] JFIF = "JFIF\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] ADOBE = "Adobe".getBytes(StandardCharsets.ISO_8859_1);
    private static final int ADOBE_BYTES = 12;

    /** A progressive picture has about ten scans; each costs a pass over all of it. */
    private static final int SCANS_MAX = 40;

    /** What scans may pass over in all, so that a small file cannot keep a processor busy. */
    private static final long SCANNED_PIXELS_MAX = 400_000_000;

    /** What a picture that arrives in several scans may take while it is put together. */
    private static final long WHOLE_BYTES_MAX = 40 << 20;

    private final byte[] file;
    private final ByteBuffer bare;
    private int at = 2;
    private Frame frame = new Frame(0, 0, 0, false, 0);
    private boolean jfif;
    private int scans;
    private boolean heldWhole;
    private int orientation = Exif.UPRIGHT;
    private int adobeTransform = -1;

    private JpegFile(byte[] file) {
        this.file = file;
        this.bare = ByteBuffer.allocate(file.length);
    }

    /** What a frame's header says, all of it checked. */
    private record Frame(int width, int height, int components, boolean progressive, long coefficientBytes) {}

    static boolean signed(byte[] file) {
        return file.length >= 3 && file[0] == (byte) 0xFF && file[1] == (byte) SOI && file[2] == (byte) 0xFF;
    }

    /** @throws Problem when the file is broken, of a rare kind, or declares too many pixels */
    static PictureFile read(byte[] file) {
        return new JpegFile(file).read();
    }

    private PictureFile read() {
        for (var marker = marker(); marker != EOI; marker = marker()) {
            segment(marker, length());
        }
        if (scans == 0) {
            throw PictureFile.broken("it has no pixels");
        }
        bare.put((byte) 0xFF).put((byte) EOI);
        return new PictureFile(
                Format.JPEG,
                bare(),
                frame.width,
                frame.height,
                orientation,
                frame.components,
                heldWhole ? frame.coefficientBytes : 0,
                !heldWhole && frame.components < 4,
                inks());
    }

    /** The file that the decoder sees: in front, in plain form, what says how the components are meant. */
    private byte[] bare() {
        var colours = colours();
        return ByteBuffer.allocate(2 + colours.length + bare.position())
                .put((byte) 0xFF)
                .put((byte) SOI)
                .put(colours)
                .put(bare.flip())
                .array();
    }

    /** JFIF has precedence for three components, as with other readers; ours takes no contradiction. */
    private byte[] colours() {
        if (jfif && frame.components != 4) {
            return PLAIN_JFIF;
        }
        var known = frame.components == 4
                ? adobeTransform == 0 || adobeTransform == 2
                : adobeTransform == 0 || adobeTransform == 1;
        if (!known) {
            return new byte[0];
        }
        var adobe = PLAIN_ADOBE.clone();
        adobe[adobe.length - 1] = (byte) adobeTransform;
        return adobe;
    }

    /** The next marker, behind any fill bytes. */
    private int marker() {
        if (octet(at) != 0xFF) {
            throw PictureFile.broken("its parts do not follow each other");
        }
        while (octet(at) == 0xFF) {
            at++;
        }
        return octet(at++);
    }

    /** The length of the segment at hand, of which two bytes are the length itself. */
    private int length() {
        var length = octet(at) << 8 | octet(at + 1);
        if (length < 2 || length > file.length - at) {
            throw early();
        }
        return length;
    }

    /** Takes what is needed of a segment, and goes behind it. */
    private void segment(int marker, int length) {
        switch (marker) {
            // Frames by Huffman code: baseline, extended, progressive.
            case 0xC0, 0xC1, 0xC2 -> {
                frame(marker == 0xC2, length);
                copy(marker, length);
            }
            case 0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF ->
                throw new Problem.UnsupportedMedia(
                        "This rare kind of JPEG (lossless, hierarchical or arithmetic-coded) is not read;"
                                + " upload a screenshot of the slip");
            // Tables: Huffman, quantisation, restart interval.
            case 0xC4, 0xDB, 0xDD -> copy(marker, length);
            case SOS -> {
                scan(length);
                copy(marker, length);
                at += length;
                pixels();
                return;
            }
            case 0xE0 -> {
                // Says how three components are meant.
                jfif |= begins(JFIF, length);
            }
            case 0xE1 -> {
                if (begins(EXIF, length)) {
                    orientation = Exif.orientation(file, at + 2 + EXIF.length, length - 2 - EXIF.length);
                }
            }
            case 0xEE -> {
                if (begins(ADOBE, length) && length >= 2 + ADOBE_BYTES && adobeTransform < 0) {
                    adobeTransform = octet(at + 2 + ADOBE_BYTES - 1);
                }
            }
            default -> {
                // Applications' own segments and comments are left out; what is not a segment breaks the order.
                if (marker < 0xE0 || (marker > 0xEF && marker != 0xFE)) {
                    throw PictureFile.broken("it holds a part that is not known");
                }
            }
        }
        at += length;
    }

    private void frame(boolean progressive, int length) {
        if (frame.components > 0) {
            throw PictureFile.broken("it has two headers");
        }
        if (length < 8) {
            throw PictureFile.broken("its header is malformed");
        }
        var bits = octet(at + 2);
        var height = octet(at + 3) << 8 | octet(at + 4);
        var width = octet(at + 5) << 8 | octet(at + 6);
        var components = octet(at + 7);
        if (length != 8 + 3 * components || (components != 1 && components != 3 && components != 4)) {
            throw PictureFile.broken("its header is malformed");
        }
        if (bits != 8) {
            throw new Problem.UnsupportedMedia(
                    "This JPEG has " + bits + " bits a colour where 8 are read; upload a screenshot of the slip");
        }
        PictureFile.checkSize(width, height);
        var across = 1;
        var down = 1;
        var samples = 0;
        for (int component = 0; component < components; component++) {
            var sampling = octet(at + 9 + 3 * component);
            var horizontal = sampling >> 4;
            var vertical = sampling & 15;
            if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) {
                throw PictureFile.broken("its header is malformed");
            }
            across = Math.max(across, horizontal);
            down = Math.max(down, vertical);
            samples += horizontal * vertical;
        }
        var units = Math.ceilDiv((long) width, 8L * across) * Math.ceilDiv((long) height, 8L * down);
        frame = new Frame(width, height, components, progressive, units * samples * 64 * Short.BYTES);
    }

    private void scan(int length) {
        if (frame.components == 0 || length < 3) {
            throw PictureFile.broken("it has no header");
        }
        scans++;
        // Only a picture that comes in one scan of all its components is decoded row by row.
        heldWhole |= frame.progressive || scans > 1 || octet(at + 2) < frame.components;
        if (scans > SCANS_MAX || (long) scans * frame.width * frame.height > SCANNED_PIXELS_MAX) {
            throw PictureFile.tooLarge("it is drawn in too many passes; upload a screenshot of it");
        }
        if (heldWhole && frame.coefficientBytes > WHOLE_BYTES_MAX) {
            throw PictureFile.tooLarge("it is a progressive JPEG of " + frame.width + " x " + frame.height
                    + " pixels, which must be held whole; upload a screenshot or a smaller picture of it");
        }
    }

    /** Copies a scan's pixels: all up to a marker that is neither an escaped byte nor a restart. */
    private void pixels() {
        var start = at;
        while (true) {
            if (octet(at) != 0xFF) {
                at++;
            } else {
                var next = octet(at + 1);
                if (next == 0 || (next >= RST0 && next <= RST7)) {
                    at += 2;
                } else if (next == 0xFF) {
                    at++;
                } else {
                    break;
                }
            }
        }
        bare.put(file, start, at - start);
    }

    private Inks inks() {
        if (frame.components != 4) {
            return Inks.NONE;
        }
        return switch (adobeTransform) {
            case -1 -> Inks.PLAIN;
            case 2 -> Inks.YCCK;
            default -> Inks.INVERTED;
        };
    }

    private boolean begins(byte[] name, int length) {
        return length >= 2 + name.length && Arrays.equals(file, at + 2, at + 2 + name.length, name, 0, name.length);
    }

    private void copy(int marker, int length) {
        bare.put((byte) 0xFF).put((byte) marker).put(file, at, length);
    }

    private int octet(int index) {
        if (index >= file.length) {
            throw early();
        }
        return file[index] & 0xFF;
    }

    private static Problem early() {
        return PictureFile.broken("it ends early");
    }
}
