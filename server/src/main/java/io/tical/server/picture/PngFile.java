package io.tical.server.picture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Copies the chunks of a PNG that decoding needs. What other chunks hold is never inflated. */
final class PngFile {
    private static final long SIGNATURE = 0x89504E470D0A1A0AL;
    private static final byte[] END = {0, 0, 0, 0, 'I', 'E', 'N', 'D', (byte) 0xAE, 0x42, 0x60, (byte) 0x82};
    private static final int LENGTH_AND_TYPE_BYTES = 8;
    private static final int CRC_BYTES = 4;
    private static final int PALETTE = 3;

    /** Samples a pixel by colour type, 0 for types that do not exist. */
    private static final int[] SAMPLES = {1, 0, 3, 1, 2, 0, 4};

    /** The maximum ratio of Deflate. */
    private static final long INFLATION_MAX = 1_032;

    private final byte[] file;
    private final ByteBuffer fields;
    private final ByteArrayOutputStream kept;
    private int width;
    private int height;
    private int bits;
    private int colourType;
    private boolean transparency;
    private long dataBytes;
    private int orientation = Orientation.UPRIGHT;

    PngFile(byte[] file) {
        this.file = file;
        fields = ByteBuffer.wrap(file);
        kept = new ByteArrayOutputStream(file.length);
    }

    static boolean signed(byte[] file) {
        return file.length >= Long.BYTES && ByteBuffer.wrap(file).getLong() == SIGNATURE;
    }

    PictureFile read() {
        kept.write(file, 0, Long.BYTES);
        var type = "";
        for (int at = Long.BYTES; !type.equals("IEND"); ) {
            var left = file.length - at - LENGTH_AND_TYPE_BYTES - CRC_BYTES;
            var length = left < 0 ? -1 : fields.getInt(at);
            if (length < 0 || length > left) {
                throw PictureFile.broken("it ends early");
            }
            type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
            if ((at == Long.BYTES) != type.equals("IHDR")) {
                throw PictureFile.broken("its header is misplaced");
            }
            chunk(type, at, length);
            at += LENGTH_AND_TYPE_BYTES + length + CRC_BYTES;
        }
        kept.writeBytes(END);
        var samples = SAMPLES[colourType];
        if (dataBytes * INFLATION_MAX < ((long) width * bits * samples + 7) / 8 * height) {
            throw PictureFile.broken("it declares more pixels than it holds");
        }
        var alpha = transparency && colourType != PALETTE;
        var pixelBytes = (alpha ? samples + 1 : samples) * Math.ceilDiv(bits, 8);
        var drawable = bits == 8 && !alpha && (samples >= 3 || colourType == PALETTE);
        return new PictureFile(
                "png",
                kept.toByteArray(),
                width,
                height,
                orientation,
                drawable ? pixelBytes : pixelBytes + Decoder.CONVERTED_BYTES,
                0,
                Inks.NONE);
    }

    private void chunk(String type, int at, int length) {
        var data = at + LENGTH_AND_TYPE_BYTES;
        switch (type) {
            case "IHDR" -> {
                colourType = length == 13 ? fields.get(data + 9) : -1;
                if (colourType < 0 || colourType >= SAMPLES.length || SAMPLES[colourType] == 0) {
                    throw PictureFile.broken("its header is malformed");
                }
                width = fields.getInt(data);
                height = fields.getInt(data + 4);
                bits = fields.get(data + 8);
                PictureFile.checkSize(Integer.toUnsignedLong(width), Integer.toUnsignedLong(height));
                keep(at, length);
            }
            case "PLTE", "tRNS", "IDAT" -> {
                transparency |= type.equals("tRNS");
                dataBytes += type.equals("IDAT") ? length : 0;
                keep(at, length);
            }
            case "eXIf" -> orientation = Orientation.of(file, data, length);
            default -> {
                // A capital first letter marks a chunk without which the picture cannot be shown.
                if (Character.isUpperCase(type.charAt(0)) && !type.equals("IEND")) {
                    throw PictureFile.broken("it needs an extension of PNG");
                }
            }
        }
    }

    private void keep(int at, int length) {
        var crc = new CRC32();
        crc.update(file, at + 4, 4 + length);
        if ((int) crc.getValue() != fields.getInt(at + LENGTH_AND_TYPE_BYTES + length)) {
            throw PictureFile.broken("its contents do not match their checksums");
        }
        kept.write(file, at, LENGTH_AND_TYPE_BYTES + length + CRC_BYTES);
    }
}
