package io.tical.server.picture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** The parts that PNG and JPEG files are made of, for files that no encoder would write. */
final class Parts {
    static final byte[] PNG_SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private Parts() {}

    static byte[] chunk(String type, byte[] data) {
        var body = Pictures.joined(Pictures.ascii(type), data);
        var crc = new CRC32();
        crc.update(body);
        return Pictures.joined(number(data.length), body, number((int) crc.getValue()));
    }

    static byte[] header(int width, int height, int bits, int colour, int interlace) {
        return chunk(
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(width)
                        .putInt(height)
                        .put((byte) bits)
                        .put((byte) colour)
                        .put((byte) 0)
                        .put((byte) 0)
                        .put((byte) interlace)
                        .array());
    }

    static byte[] end() {
        return chunk("IEND", new byte[0]);
    }

    /** A PNG of these chunks. */
    static byte[] png(byte[]... chunks) {
        return Pictures.joined(PNG_SIGNATURE, Pictures.joined(chunks), end());
    }

    static byte[] data(byte[] rows) {
        return chunk("IDAT", deflated(rows));
    }

    static byte[] deflated(byte[] bytes) {
        var deflater = new Deflater(9);
        deflater.setInput(bytes);
        deflater.finish();
        var result = new ByteArrayOutputStream();
        var buffer = new byte[65_536];
        while (!deflater.finished()) {
            result.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return result.toByteArray();
    }

    /** A PNG with chunks put between its header and the rest. */
    static byte[] withChunks(byte[] png, byte[]... chunks) {
        var header = 8 + 25;
        return Pictures.joined(
                Arrays.copyOf(png, header), Pictures.joined(chunks), Arrays.copyOfRange(png, header, png.length));
    }

    /** Where a chunk of this type begins. */
    static int placeOf(byte[] png, String type) {
        var name = Pictures.ascii(type);
        for (int at = 8; at < png.length; at += 12 + ByteBuffer.wrap(png).getInt(at)) {
            if (Arrays.equals(png, at + 4, at + 8, name, 0, 4)) {
                return at;
            }
        }
        throw new AssertionError("no " + type);
    }

    static byte[] segment(int marker, byte[] data) {
        var length = data.length + 2;
        return Pictures.joined(new byte[] {(byte) 0xFF, (byte) marker, (byte) (length >> 8), (byte) length}, data);
    }

    /** A JPEG with segments put behind its first two bytes. */
    static byte[] withSegments(byte[] jpeg, byte[]... segments) {
        return Pictures.joined(
                Arrays.copyOf(jpeg, 2), Pictures.joined(segments), Arrays.copyOfRange(jpeg, 2, jpeg.length));
    }

    /** Where the first segment with this marker begins. */
    static int placeOf(byte[] jpeg, int marker) {
        for (int at = 2; at < jpeg.length; at += 2 + ((jpeg[at + 2] & 0xFF) << 8 | (jpeg[at + 3] & 0xFF))) {
            if ((jpeg[at + 1] & 0xFF) == marker) {
                return at;
            }
        }
        throw new AssertionError("no segment " + marker);
    }

    /** EXIF data that says how the camera was held. */
    static byte[] exif(int orientation, boolean littleEndian) {
        var tiff = ByteBuffer.allocate(26)
                .order(littleEndian ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN);
        tiff.putShort((short) (littleEndian ? 0x4949 : 0x4D4D))
                .putShort((short) 42)
                .putInt(8);
        tiff.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
        tiff.putShort((short) orientation);
        return tiff.array();
    }

    static byte[] exifSegment(int orientation) {
        return segment(0xE1, Pictures.joined(Pictures.ascii("Exif\0\0"), exif(orientation, orientation % 2 == 0)));
    }

    static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** A copy with one byte changed. */
    static byte[] changed(byte[] file, int at, int value) {
        var copy = file.clone();
        copy[at < 0 ? copy.length + at : at] = (byte) value;
        return copy;
    }
}
