package io.tical.server.bench;

import io.tical.server.picture.PictureReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Hostile uploads: decompression bombs, pages and programs named like a picture, and polyglots. */
final class HostileUploads {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final String SCRIPT = "<script>alert(document.domain)</script>";
    private static final int FILE_BYTES_MAX = 10 << 20;

    private HostileUploads() {}

    /**
     * A file and the expected response.
     *
     * @param name a description
     * @param taken whether it is a valid picture, which is accepted and re-encoded
     */
    record HostileUpload(String name, byte[] bytes, boolean taken) {
        boolean expects(int status) {
            return taken ? status == 200 : status >= 400 && status < 500;
        }
    }

    /** Returns files of all kinds in turn; nine in ten are refused. */
    static List<HostileUpload> files(int count) throws IOException {
        var kinds = kinds();
        return IntStream.range(0, count)
                .mapToObj(file -> kinds.get(file % kinds.size()))
                .toList();
    }

    private static List<HostileUpload> kinds() throws IOException {
        var picture = PictureReader.jpeg(new BufferedImage(320, 240, BufferedImage.TYPE_3BYTE_BGR), 0.8f);
        var megabyte = zeros(1_000_000);
        return List.of(
                // More pixels than memory can hold, or than are decoded.
                refused("PNG of two billion to a side", png(Integer.MAX_VALUE, Integer.MAX_VALUE, 8, 2, zeros(64))),
                refused("PNG of 50,000 to a side", png(50_000, 50_000, 8, 6, megabyte)),
                refused("PNG of one endless row", png(40_000_000, 1, 16, 6, megabyte)),
                refused("PNG of one endless column", png(1, 40_000_000, 1, 0, megabyte)),
                refused("PNG just above 40 megapixels", png(8_001, 5_000, 8, 0, zeros(40_000_000))),
                refused("JPEG of 65,535 to a side", jpegHeader(65_535, 65_535)),
                // Declared pixels without data.
                refused("PNG of 40 megapixels in a thousand bytes", png(8_000, 5_000, 16, 6, megabyte)),
                refused("PNG of which half is missing", png(6_000, 6_000, 8, 2, zeros(6_000 * 18_001 / 2))),
                refused("PNG that is not deflated", png(6_000, 6_000, 8, 0, new byte[9_000_000])),
                // At the size limit, and above.
                refused("JPEG of more than 10 MB", Arrays.copyOf(picture, FILE_BYTES_MAX + 1)),
                refused("10 MB of nothing", new byte[FILE_BYTES_MAX]),
                // Pages, programs and archives named like a picture, some followed by a picture.
                refused("HTML", text("<!doctype html>" + SCRIPT)),
                refused("SVG", text("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")),
                refused("GIF with a script", text("GIF89a/*" + SCRIPT + "*/=1;")),
                refused("PDF in front of a JPEG", joined(text("%PDF-1.7\n"), picture)),
                refused("ZIP in front of a JPEG", joined(text("PK\3\4"), picture)),
                refused("script in front of a JPEG", joined(text("#!/bin/sh\nreboot\n"), picture)),
                refused("program in front of a JPEG", joined(new byte[] {0x7F, 'E', 'L', 'F'}, picture)),
                // Valid pictures: one followed by an archive, and the most expensive that is accepted.
                new HostileUpload("JPEG in front of a ZIP", joined(picture, text("PK\3\4" + SCRIPT)), true),
                new HostileUpload(
                        "PNG of 39 megapixels in five kilobytes", png(6_240, 6_250, 1, 0, zeros(6_250 * 781)), true));
    }

    private static HostileUpload refused(String name, byte[] bytes) {
        return new HostileUpload(name, bytes, false);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /** Zeros, compressed with Deflate. */
    private static byte[] zeros(int count) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var deflated = new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_COMPRESSION))) {
            deflated.write(new byte[count]);
        }
        return bytes.toByteArray();
    }

    private static byte[] png(int width, int height, int bits, int colour, byte[] data) {
        var header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) bits)
                .put((byte) colour)
                .array();
        return joined(PNG, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new byte[0]));
    }

    private static byte[] chunk(String type, byte[] data) {
        var crc = new CRC32();
        crc.update(text(type));
        crc.update(data);
        return ByteBuffer.allocate(data.length + 12)
                .putInt(data.length)
                .put(text(type))
                .put(data)
                .putInt((int) crc.getValue())
                .array();
    }

    private static byte[] jpegHeader(int width, int height) {
        return ByteBuffer.allocate(23)
                .putInt(0xFFD8FFC0)
                .putShort((short) 17)
                .put((byte) 8)
                .putShort((short) height)
                .putShort((short) width)
                .put(new byte[] {3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, (byte) 0xFF, (byte) 0xD9})
                .array();
    }
}
