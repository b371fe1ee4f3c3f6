package io.tical.server.picture;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Copies the chunks of a PNG that decoding needs. What other chunks hold is never inflated. */
final class PngFile extends PictureFile {
    static final long SIGNATURE = 0x89504E470D0A1A0AL;
    private static final int LENGTH_AND_TYPE_BYTES = 8;
    private static final int PALETTE = 3;

    /** Samples a pixel by colour type, 0 for types that do not exist. */
    private static final int[] SAMPLES = {1, 0, 3, 1, 2, 0, 4};

    /** The maximum ratio of Deflate. */
    private static final long INFLATION_MAX = 1_032;

    private final ByteBuffer fields;
    private int bits;
    private int colourType;
    private boolean alpha;
    private long dataBytes;

    PngFile(byte[] file) {
        super(file, 0);
        fields = ByteBuffer.wrap(file);
        kept.putLong(SIGNATURE);
        var type = "";
        for (int at = Long.BYTES; !type.equals("IEND"); ) {
            var lengthMax = file.length - at - LENGTH_AND_TYPE_BYTES - Integer.BYTES;
            var length = lengthMax < 0 ? -1 : fields.getInt(at);
            if (length < 0 || length > lengthMax) {
                throw broken("it ends early");
            }
            type = new String(file, at + Integer.BYTES, 4, StandardCharsets.ISO_8859_1);
            if ((at == Long.BYTES) != type.equals("IHDR")) {
                throw broken("its header is misplaced");
            }
            chunk(type, at, length);
            at += LENGTH_AND_TYPE_BYTES + length + Integer.BYTES;
        }
        var samples = SAMPLES[colourType];
        if (dataBytes * INFLATION_MAX < ((long) width * bits * samples + 7) / 8 * height) {
            throw broken("it declares more pixels than it holds");
        }
        var drawn = bits == 8 && !alpha && (samples >= 3 || colourType == PALETTE);
        pixelBytes = (alpha ? samples + 1 : samples) * Math.ceilDiv(bits, 8) + (drawn ? 0 : Decoder.CONVERTED_BYTES);
    }

    private void chunk(String type, int at, int length) {
        var data = at + LENGTH_AND_TYPE_BYTES;
        switch (type) {
            case "IHDR" -> {
                colourType = length == 13 ? fields.get(data + 9) : -1;
                if (colourType < 0 || colourType >= SAMPLES.length || SAMPLES[colourType] == 0) {
                    throw broken("its header is malformed");
                }
                size(Integer.toUnsignedLong(fields.getInt(data)), Integer.toUnsignedLong(fields.getInt(data + 4)));
                bits = fields.get(data + 8);
                keep(at, length);
            }
            case "PLTE", "tRNS", "IDAT", "IEND" -> {
                alpha |= type.equals("tRNS") && colourType != PALETTE;
                dataBytes += type.equals("IDAT") ? length : 0;
                keep(at, length);
            }
            case "eXIf" -> orientation = Orientation.of(file, data, length);
            default -> {
                // A capital first letter marks a chunk without which the picture cannot be shown.
                if (Character.isUpperCase(type.charAt(0))) {
                    throw broken("it needs an extension of PNG");
                }
            }
        }
    }

    private void keep(int at, int length) {
        var crc = new CRC32();
        crc.update(file, at + Integer.BYTES, Integer.BYTES + length);
        if ((int) crc.getValue() != fields.getInt(at + LENGTH_AND_TYPE_BYTES + length)) {
            throw broken("its contents do not match their checksums");
        }
        kept.put(file, at, LENGTH_AND_TYPE_BYTES + length + Integer.BYTES);
    }
}
