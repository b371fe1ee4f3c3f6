package io.tical.server.slip;

import io.tical.server.problem.Problem;
import io.tical.server.slip.PictureFile.Format;
import io.tical.server.slip.PictureFile.Inks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Looks through a PNG chunk by chunk. Four kinds of chunk make the pixels and are kept; text, profiles and the frames of an
 * animation are not, so that nothing in them is ever inflated.
 */
final class PngFile {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int LENGTH_AND_TYPE_BYTES = 8;
    private static final int CRC_BYTES = 4;
    private static final int HEADER_BYTES = 13;

    /** No stream of Deflate grows more than this; the format allows no better. */
    private static final long INFLATION_MAX = 1_032;

    private final byte[] file;
    private final ByteBuffer bare;
    private Header header = new Header(0, 0, 0, 0, false);
    private int orientation = Exif.UPRIGHT;
    private int paletteBytes;
    private int transparencyBytes;
    private long dataBytes;
    private int dataAt;
    private boolean dataEnded;

    private PngFile(byte[] file) {
        this.file = file;
        // All data becomes one chunk, which takes no more room than the chunks did.
        this.bare = ByteBuffer.allocate(file.length + LENGTH_AND_TYPE_BYTES + CRC_BYTES);
    }

    /** What a header says, all of it checked. */
    private record Header(int width, int height, int bits, int channels, boolean palette) {}

    static boolean signed(byte[] file) {
        return file.length >= SIGNATURE.length
                && Arrays.equals(file, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
    }

    /** @throws Problem when the file is broken or declares too many pixels */
    static PictureFile read(byte[] file) {
        return new PngFile(file).read();
    }

    private PictureFile read() {
        bare.put(SIGNATURE);
        var at = SIGNATURE.length;
        for (var end = false; !end; ) {
            if (file.length - at < LENGTH_AND_TYPE_BYTES + CRC_BYTES) {
                throw PictureFile.broken("it ends early");
            }
            var buffer = ByteBuffer.wrap(file);
            var length = buffer.getInt(at);
            if (length < 0 || length > file.length - at - LENGTH_AND_TYPE_BYTES - CRC_BYTES) {
                throw PictureFile.broken("it ends early");
            }
            var type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
            if ((at == SIGNATURE.length) != type.equals("IHDR")) {
                throw PictureFile.broken("its header is not where it belongs");
            }
            end = chunk(type, at, length);
            at += LENGTH_AND_TYPE_BYTES + length + CRC_BYTES;
        }
        return whole();
    }

    /** Takes what is needed of a chunk; answers whether it was the last. */
    private boolean chunk(String type, int at, int length) {
        var data = at + LENGTH_AND_TYPE_BYTES;
        if (dataBytes > 0 && !type.equals("IDAT")) {
            dataEnded = true;
        }
        switch (type) {
            case "IHDR" -> {
                check(at, length);
                header = header(data, length);
                copy(at, length);
            }
            case "PLTE" -> {
                check(at, length);
                if (paletteBytes > 0 || dataBytes > 0 || length == 0 || length % 3 != 0 || length > 3 * 256) {
                    throw PictureFile.broken("its palette is malformed");
                }
                paletteBytes = length;
                // Colours that a true-colour picture suggests for old screens are not needed.
                if (header.palette) {
                    copy(at, length);
                }
            }
            case "tRNS" -> {
                check(at, length);
                if (transparencyBytes > 0 || dataBytes > 0 || length == 0 || length > transparencyBytesMax()) {
                    throw PictureFile.broken("its transparency is malformed");
                }
                transparencyBytes = length;
                copy(at, length);
            }
            case "eXIf" -> orientation = Exif.orientation(file, data, length);
            case "IDAT" -> {
                check(at, length);
                data(data, length);
            }
            case "IEND" -> {
                return true;
            }
            default -> {
                // A capital first letter says that the picture cannot be shown without this chunk.
                if (file[at + 4] >= 'A' && file[at + 4] <= 'Z') {
                    throw PictureFile.broken("it needs something that is not part of PNG");
                }
            }
        }
        return false;
    }

    private int transparencyBytesMax() {
        if (header.palette) {
            return paletteBytes / 3;
        }
        return switch (header.channels) {
            case 1 -> 2;
            case 3 -> 6;
            // Whoever has an alpha channel needs no transparent colour.
            default -> 0;
        };
    }

    private Header header(int data, int length) {
        if (length != HEADER_BYTES) {
            throw PictureFile.broken("its header is malformed");
        }
        var fields = ByteBuffer.wrap(file, data, length).slice();
        var width = fields.getInt();
        var height = fields.getInt();
        var bits = fields.get();
        var colour = fields.get();
        var compression = fields.get();
        var filter = fields.get();
        var interlace = fields.get();
        var known = switch (colour) {
            case 0 -> bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16;
            case 3 -> bits == 1 || bits == 2 || bits == 4 || bits == 8;
            case 2, 4, 6 -> bits == 8 || bits == 16;
            default -> false;
        };
        if (!known || compression != 0 || filter != 0 || interlace < 0 || interlace > 1) {
            throw PictureFile.broken("its header is malformed");
        }
        PictureFile.checkSize(Integer.toUnsignedLong(width), Integer.toUnsignedLong(height));
        var channels = switch (colour) {
            case 2 -> 3;
            case 4 -> 2;
            case 6 -> 4;
            default -> 1;
        };
        return new Header(width, height, bits, channels, colour == 3);
    }

    private void data(int data, int length) {
        if (dataEnded) {
            throw PictureFile.broken("its data is scattered");
        }
        if (dataBytes == 0) {
            dataAt = bare.position();
            bare.putInt(0).put("IDAT".getBytes(StandardCharsets.ISO_8859_1));
        }
        bare.put(file, data, length);
        dataBytes += length;
    }

    private PictureFile whole() {
        if (dataBytes == 0) {
            throw PictureFile.broken("it has no pixels");
        }
        if (header.palette && paletteBytes == 0) {
            throw PictureFile.broken("its palette is missing");
        }
        var rowBytes = ((long) header.width * header.bits * header.channels + 7) / 8;
        if (dataBytes * INFLATION_MAX < rowBytes * header.height) {
            throw PictureFile.broken("it declares more pixels than it holds");
        }
        bare.putInt(dataAt, (int) dataBytes);
        var checked = new CRC32();
        checked.update(bare.array(), dataAt + 4, (int) dataBytes + 4);
        bare.putInt((int) checked.getValue());
        bare.putInt(0).put("IEND".getBytes(StandardCharsets.ISO_8859_1)).putInt(0xAE426082);
        var sampleBytes = header.bits == 16 ? 2 : 1;
        var alpha = !header.palette && transparencyBytes > 0 ? 1 : 0;
        return new PictureFile(
                Format.PNG,
                Arrays.copyOf(bare.array(), bare.position()),
                header.width,
                header.height,
                orientation,
                (header.channels + alpha) * sampleBytes,
                0,
                // The platform's reader writes rows one by one only into pictures of its own, and is slow otherwise.
                false,
                Inks.NONE);
    }

    private void check(int at, int length) {
        var crc = new CRC32();
        crc.update(file, at + 4, length + 4);
        if ((int) crc.getValue() != ByteBuffer.wrap(file).getInt(at + LENGTH_AND_TYPE_BYTES + length)) {
            throw PictureFile.broken("its contents do not match their checksums");
        }
    }

    private void copy(int at, int length) {
        bare.put(file, at, LENGTH_AND_TYPE_BYTES + length + CRC_BYTES);
    }
}
