package io.tical.server.picture;

import static io.tical.server.picture.Parts.chunk;
import static io.tical.server.picture.Parts.data;
import static io.tical.server.picture.Parts.end;
import static io.tical.server.picture.Parts.header;
import static io.tical.server.picture.Parts.png;
import static io.tical.server.picture.Parts.segment;
import static io.tical.server.picture.Pictures.ascii;
import static io.tical.server.picture.Pictures.joined;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files that strangers upload to see what happens. */
final class HostileFiles {
    static final String SCRIPT = "<script>alert(document.domain)</script>";

    private static final byte[] PNG = Pictures.png(Pictures.photo(160, 120, 4, 1));
    private static final byte[] JPEG = Pictures.jpeg(Pictures.photo(160, 120, 4, 1), 0.9);
    private static final byte[] PROGRESSIVE = Pictures.progressiveJpeg(Pictures.photo(160, 120, 4, 1));

    private HostileFiles() {}

    /**
     * A file and what becomes of it.
     *
     * @param code of the refusal; empty when a slip is made of the part that is a picture
     */
    record HostileFile(String name, byte[] bytes, String code) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static HostileFile other(String name, byte[] bytes) {
        return new HostileFile(name, bytes, "UNSUPPORTED_MEDIA_TYPE");
    }

    private static HostileFile broken(String name, byte[] bytes) {
        return new HostileFile(name, bytes, "IMAGE_UNREADABLE");
    }

    private static HostileFile tooLarge(String name, byte[] bytes) {
        return new HostileFile(name, bytes, "IMAGE_TOO_LARGE");
    }

    private static HostileFile cleaned(String name, byte[] bytes) {
        return new HostileFile(name, bytes, "");
    }

    /** What is no picture of a kind that is taken, whatever it is called. */
    static List<HostileFile> others() {
        return List.of(
                other("nothing", new byte[0]),
                other("one byte", new byte[] {(byte) 0xFF}),
                other("half a PNG signature", Arrays.copyOf(PNG, 5)),
                other("GIF", joined(ascii("GIF89a"), new byte[64])),
                other("GIF with a script", ascii("GIF89a/*" + SCRIPT + "*/=1;")),
                other("SVG", ascii("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")),
                other(
                        "SVG that includes a file",
                        ascii(
                                "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>")),
                other("HTML", ascii("<!doctype html>" + SCRIPT)),
                other("PDF", ascii("%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj")),
                other("PDF in front of a JPEG", joined(ascii("%PDF-1.7\n"), JPEG)),
                other("ZIP", zip()),
                other("program", joined(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}, new byte[200])),
                other("BMP", joined(ascii("BM"), new byte[100])),
                other("TIFF", joined(ascii("II*\0"), new byte[100])),
                other("WebP", joined(ascii("RIFF\0\0\0\0WEBPVP8 "), new byte[100])),
                other("HEIC", joined(new byte[] {0, 0, 0, 24}, ascii("ftypheic"), new byte[100])),
                other("PostScript", ascii("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10")),
                other("drawing commands", ascii("push graphic-context\nimage over 0,0 0,0 'https://example.com/'\n")),
                other("JPEG without losses", frame(0xC3, 8, 64, 64, 3)),
                other("JPEG in arithmetic code", frame(0xC9, 8, 64, 64, 3)),
                other("JPEG of 12 bits", frame(0xC1, 12, 64, 64, 3)));
    }

    /** What is damaged, or lies about itself. */
    static List<HostileFile> brokenOnes() {
        var idat = Parts.placeOf(PNG, "IDAT");
        return List.of(
                broken("PNG signature alone", Parts.PNG_SIGNATURE),
                broken("PNG cut in the header", Arrays.copyOf(PNG, 20)),
                broken("PNG cut in the pixels", Arrays.copyOf(PNG, PNG.length / 2)),
                broken("PNG without its end", Arrays.copyOf(PNG, PNG.length - 12)),
                broken("PNG whose pixels end early", png(header(400, 400, 8, 2, 0), data(new byte[90_000]))),
                broken("PNG of few pixels that end early", png(header(9, 9, 8, 0, 0), data(new byte[20]))),
                broken("PNG without pixels", png(header(64, 64, 8, 2, 0))),
                broken("PNG with a wrong checksum", Parts.changed(PNG, idat + 20, PNG[idat + 20] ^ 1)),
                broken("PNG with a wrong checksum in its header", Parts.changed(PNG, 18, PNG[18] ^ 1)),
                broken("PNG of no width", png(header(0, 64, 8, 2, 0), data(new byte[64]))),
                broken("PNG of no height", png(header(64, 0, 8, 2, 0), data(new byte[64]))),
                broken("PNG of an unknown depth", png(header(8, 8, 3, 2, 0), data(new byte[200]))),
                broken("PNG of an unknown colour", png(header(8, 8, 8, 5, 0), data(new byte[200]))),
                broken("PNG of an unknown interlacing", png(header(8, 8, 8, 2, 7), data(new byte[200]))),
                broken(
                        "PNG with a chunk longer than the file",
                        joined(
                                Parts.PNG_SIGNATURE,
                                header(8, 8, 8, 2, 0),
                                Parts.number(0x7FFFFFF0),
                                ascii("IDAT"),
                                new byte[40])),
                broken(
                        "PNG with a chunk of negative length",
                        joined(
                                Parts.PNG_SIGNATURE,
                                header(8, 8, 8, 2, 0),
                                Parts.number(-1),
                                ascii("IDAT"),
                                new byte[40])),
                broken("PNG with two headers", Parts.withChunks(PNG, header(9, 9, 8, 2, 0))),
                broken("PNG without a header", png(data(new byte[64]))),
                broken("PNG without its palette", png(header(8, 8, 8, 3, 0), data(new byte[72]))),
                broken(
                        "PNG with two palettes",
                        png(
                                header(8, 8, 8, 3, 0),
                                chunk("PLTE", new byte[3]),
                                chunk("PLTE", new byte[3]),
                                data(new byte[72]))),
                broken(
                        "PNG with a palette of 257 colours",
                        png(header(8, 8, 8, 3, 0), chunk("PLTE", new byte[771]), data(new byte[72]))),
                broken(
                        "PNG with more transparency than colours",
                        png(
                                header(8, 8, 8, 3, 0),
                                chunk("PLTE", new byte[3]),
                                chunk("tRNS", new byte[9]),
                                data(new byte[72]))),
                broken("PNG that is not deflated", png(header(8, 8, 8, 0, 0), chunk("IDAT", ascii(SCRIPT)))),
                broken("PNG of an unknown filter", png(header(8, 8, 8, 0, 0), data(filled(72, 9)))),
                broken(
                        "PNG with scattered pixels",
                        joined(
                                Parts.PNG_SIGNATURE,
                                header(8, 8, 8, 0, 0),
                                data(new byte[36]),
                                chunk("tEXt", ascii("a\0b")),
                                data(new byte[36]),
                                end())),
                broken(
                        "PNG for phones of one maker",
                        joined(
                                Parts.PNG_SIGNATURE,
                                chunk("CgBI", new byte[4]),
                                Arrays.copyOfRange(PNG, 8, PNG.length))),
                broken("JPEG of three bytes", Arrays.copyOf(JPEG, 3)),
                broken("JPEG cut in a table", Arrays.copyOf(JPEG, 60)),
                broken("JPEG cut in the pixels", Arrays.copyOf(JPEG, JPEG.length / 2)),
                broken("JPEG without its end", Arrays.copyOf(JPEG, JPEG.length - 2)),
                broken("progressive JPEG cut in a pass", Arrays.copyOf(PROGRESSIVE, PROGRESSIVE.length / 2)),
                broken("JPEG of no width", frame(0xC0, 8, 0, 64, 3)),
                broken("JPEG of no height", frame(0xC0, 8, 64, 0, 3)),
                broken("JPEG of two colours", frame(0xC0, 8, 64, 64, 2)),
                broken("JPEG of 200 colours", frame(0xC0, 8, 64, 64, 80)),
                broken(
                        "JPEG without a header",
                        joined(
                                Arrays.copyOf(JPEG, 2),
                                Arrays.copyOfRange(JPEG, Parts.placeOf(JPEG, 0xDA), JPEG.length))),
                broken(
                        "JPEG without tables",
                        joined(
                                new byte[] {(byte) 0xFF, (byte) 0xD8},
                                Arrays.copyOfRange(frame(0xC0, 8, 64, 64, 3), 2, 21),
                                Arrays.copyOfRange(JPEG, Parts.placeOf(JPEG, 0xDA), JPEG.length))),
                broken(
                        "JPEG with two headers",
                        Parts.withSegments(JPEG, Arrays.copyOfRange(frame(0xC0, 8, 64, 64, 3), 2, 21))),
                broken("JPEG in a JPEG", joined(Arrays.copyOf(JPEG, 2), JPEG)),
                broken("JPEG with a script for segments", joined(Arrays.copyOf(JPEG, 3), ascii(SCRIPT))),
                broken("JPEG with an unknown segment", Parts.withSegments(JPEG, segment(0x90, new byte[8]))),
                broken(
                        "JPEG with a segment shorter than its length",
                        Parts.withSegments(JPEG, new byte[] {(byte) 0xFF, (byte) 0xE5, 0, 1})),
                broken("JPEG that ends at once", new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xD9}));
    }

    /** What would take memory or time without end. */
    static List<HostileFile> bombs() {
        return List.of(
                tooLarge(
                        "PNG of four billion pixels to a side",
                        png(header(0x7FFFFFFF, 0x7FFFFFFF, 8, 2, 0), data(new byte[64]))),
                tooLarge("PNG of a negative side", png(header(-1, -1, 8, 2, 0), data(new byte[64]))),
                tooLarge("PNG of 50,000 to a side", png(header(50_000, 50_000, 8, 6, 0), data(new byte[1_000_000]))),
                tooLarge("PNG of one endless row", png(header(40_000_000, 1, 16, 6, 0), data(new byte[1_000_000]))),
                tooLarge("PNG of one endless column", png(header(1, 40_000_000, 1, 0, 0), data(new byte[1_000_000]))),
                tooLarge("PNG just above 40 megapixels", png(header(8_001, 5_000, 8, 0, 0), data(new byte[1_000_000]))),
                broken(
                        "PNG of 40 megapixels in a thousand bytes",
                        png(header(8_000, 5_000, 16, 6, 0), data(new byte[1_000_000]))),
                tooLarge("JPEG of 65,535 to a side", frame(0xC0, 8, 65_535, 65_535, 3)),
                tooLarge("JPEG just above 40 megapixels", frame(0xC0, 8, 8_001, 5_000, 3)),
                tooLarge("progressive JPEG of 40 megapixels", scanned(frame(0xC2, 8, 8_000, 5_000, 3), 1)),
                tooLarge("JPEG of 40 megapixels, colour by colour", scanned(frame(0xC0, 8, 8_000, 5_000, 3), 1)),
                tooLarge("progressive JPEG of a thousand passes", scanned(frame(0xC2, 8, 64, 64, 3), 1_000)),
                tooLarge(
                        "progressive JPEG of thirty passes over 13 megapixels",
                        scanned(frame(0xC2, 8, 4_000, 3_300, 1), 35)),
                cleaned(
                        "PNG with texts that inflate to gigabytes",
                        Parts.withChunks(PNG, textBomb("zTXt"), textBomb("iTXt"), textBomb("iCCP"))),
                cleaned(
                        "PNG with a hundred thousand empty chunks",
                        Parts.withChunks(PNG, repeated(chunk("teXt", new byte[0]), 100_000))),
                cleaned("PNG whose pixels come byte by byte", byteByByte()),
                cleaned(
                        "JPEG with a megabyte of comments",
                        Parts.withSegments(JPEG, repeated(segment(0xFE, new byte[60_000]), 17))),
                cleaned(
                        "JPEG with a megabyte of fill",
                        joined(
                                Arrays.copyOf(JPEG, 2),
                                filled(1_000_000, 0xFF),
                                Arrays.copyOfRange(JPEG, 2, JPEG.length))),
                new HostileFile(
                        "a picture of more than 10 MB",
                        joined(JPEG, new byte[PictureReader.FILE_BYTES_MAX]),
                        "PAYLOAD_TOO_LARGE"));
    }

    /** What is a picture and something else as well. */
    static List<HostileFile> polyglots() {
        return List.of(
                cleaned("JPEG and ZIP", joined(JPEG, zip())),
                cleaned("JPEG and HTML", joined(JPEG, ascii(SCRIPT))),
                cleaned("JPEG and a second JPEG", joined(JPEG, JPEG)),
                cleaned(
                        "JPEG with a script in a comment",
                        Parts.withSegments(JPEG, segment(0xFE, ascii("*/" + SCRIPT)))),
                cleaned(
                        "JPEG with a script in EXIF",
                        Parts.withSegments(JPEG, segment(0xE1, ascii("Exif\0\0" + SCRIPT)))),
                cleaned(
                        "JPEG with EXIF that points in circles",
                        Parts.withSegments(
                                JPEG, segment(0xE1, joined(ascii("Exif\0\0MM\0*"), Parts.number(0), new byte[40])))),
                cleaned(
                        "JPEG with EXIF that points outside",
                        Parts.withSegments(
                                JPEG,
                                segment(0xE1, joined(ascii("Exif\0\0II*\0"), Parts.number(0x70FFFFFF), new byte[40])))),
                cleaned("JPEG with EXIF turned nine times", Parts.withSegments(JPEG, Parts.exifSegment(9))),
                cleaned(
                        "JPEG with XMP",
                        Parts.withSegments(
                                JPEG, segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>" + SCRIPT)))),
                cleaned(
                        "JPEG with a profile that is none",
                        Parts.withSegments(JPEG, segment(0xE2, joined(ascii("ICC_PROFILE\0\1\1"), noise(5_000))))),
                cleaned(
                        "JPEG with a profile in a hundred parts",
                        Parts.withSegments(JPEG, segment(0xE2, joined(ascii("ICC_PROFILE\0\77\144"), noise(900))))),
                cleaned(
                        "JPEG with a program in a segment",
                        Parts.withSegments(
                                JPEG, segment(0xED, joined(ascii("Photoshop 3.0\0"), noise(2_000), ascii(SCRIPT))))),
                cleaned("PNG and HTML", joined(PNG, ascii("<html>" + SCRIPT))),
                cleaned("PNG and ZIP", joined(PNG, zip())),
                cleaned(
                        "PNG with a script in a text",
                        Parts.withChunks(PNG, chunk("tEXt", ascii("Comment\0" + SCRIPT)))),
                cleaned(
                        "PNG with a chunk of its own that holds a page",
                        Parts.withChunks(PNG, chunk("hTMl", ascii(SCRIPT)))),
                cleaned(
                        "PNG with a profile that is none",
                        Parts.withChunks(PNG, chunk("iCCP", joined(ascii("x\0\0"), Parts.deflated(noise(5_000)))))),
                cleaned("PNG with EXIF that is none", Parts.withChunks(PNG, chunk("eXIf", ascii(SCRIPT)))),
                cleaned(
                        "PNG with a script in its pixels",
                        png(header(13, 8, 8, 2, 0), data(pixels(ascii(SCRIPT), 8, 40)))),
                cleaned("animated PNG", animated()),
                cleaned("JPEG whose pixels are noise", noisy()),
                cleaned("JPEG under another's colours", Parts.withSegments(JPEG, segment(0xEE, new byte[] {
                    'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 77
                }))));
    }

    private static byte[] zip() {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("../../index.html"));
            zip.write(ascii(SCRIPT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A JPEG that is a frame's header and nothing more. */
    private static byte[] frame(int marker, int bits, int width, int height, int components) {
        var body = new byte[6 + 3 * components];
        body[0] = (byte) bits;
        body[1] = (byte) (height >> 8);
        body[2] = (byte) height;
        body[3] = (byte) (width >> 8);
        body[4] = (byte) width;
        body[5] = (byte) components;
        for (int component = 0; component < components; component++) {
            body[6 + 3 * component] = (byte) (component + 1);
            body[7 + 3 * component] = 0x11;
        }
        return joined(
                new byte[] {(byte) 0xFF, (byte) 0xD8}, segment(marker, body), new byte[] {(byte) 0xFF, (byte) 0xD9});
    }

    /** That, with passes of one component in it. */
    private static byte[] scanned(byte[] frame, int passes) {
        var pass = joined(segment(0xDA, new byte[] {1, 1, 0, 0, 0, 0}), new byte[] {0, 0});
        return joined(
                Arrays.copyOf(frame, frame.length - 2), repeated(pass, passes), new byte[] {(byte) 0xFF, (byte) 0xD9});
    }

    private static byte[] textBomb(String type) {
        var megabytes = Parts.deflated(new byte[20_000_000]);
        return chunk(type, joined(type.equals("iTXt") ? ascii("x\0\1\0\0\0") : ascii("x\0\0"), megabytes));
    }

    private static byte[] byteByByte() {
        var stream = Parts.deflated(new byte[64 * 65]);
        var chunks = new ByteArrayOutputStream();
        for (var octet : stream) {
            chunks.writeBytes(chunk("IDAT", new byte[] {octet}));
            chunks.writeBytes(chunk("IDAT", new byte[0]));
        }
        return png(header(64, 64, 8, 0, 0), chunks.toByteArray());
    }

    private static byte[] animated() {
        var control = chunk("acTL", joined(Parts.number(0x7FFFFFFF), Parts.number(0)));
        var frame = joined(Arrays.copyOf(PNG, PNG.length - 12), chunk("fdAT", joined(Parts.number(2), noise(3_000))));
        return joined(Parts.withChunks(frame, control), end());
    }

    private static byte[] noisy() {
        var start = Parts.placeOf(JPEG, 0xDA) + 40;
        var copy = JPEG.clone();
        var random = new Random(7);
        for (int at = start; at < copy.length - 40; at++) {
            if (copy[at] != (byte) 0xFF && copy[at - 1] != (byte) 0xFF) {
                copy[at] = (byte) random.nextInt(255);
            }
        }
        return copy;
    }

    private static byte[] pixels(byte[] text, int rows, int rowBytes) {
        var bytes = new byte[rows * rowBytes];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(text, 0, bytes, row * rowBytes + 1, Math.min(text.length, rowBytes - 1));
        }
        return bytes;
    }

    private static byte[] noise(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] filled(int length, int value) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static byte[] repeated(byte[] part, int times) {
        var bytes = new ByteArrayOutputStream(part.length * times);
        for (int time = 0; time < times; time++) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
