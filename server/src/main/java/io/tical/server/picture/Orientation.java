package io.tical.server.picture;

import java.awt.geom.AffineTransform;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** EXIF's orientation: which side of the upright picture the first row and the first column are, 1 to 8. */
final class Orientation {
    /** The orientation of pictures that declare none, or an invalid one. */
    static final int UPRIGHT = 1;

    private static final int TAG = 0x0112;
    private static final int LITTLE_ENDIAN = 0x4949;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;

    private Orientation() {}

    /** The orientation in a TIFF structure. */
    static int of(byte[] file, int offset, int length) {
        try {
            var tiff = ByteBuffer.wrap(file, offset, length).slice();
            var order = tiff.getShort();
            tiff.order(order == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            tiff.position(tiff.getShort() == 42 ? tiff.getInt() : tiff.limit());
            for (var entries = Short.toUnsignedInt(tiff.getShort()); entries > 0; entries--) {
                var next = tiff.position() + ENTRY_BYTES;
                if (tiff.getShort() == TAG) {
                    var valid = tiff.getShort() == SHORT && tiff.getInt() == 1;
                    var value = tiff.getShort();
                    return valid && value >= 1 && value <= 8 ? value : UPRIGHT;
                }
                tiff.position(next);
            }
        } catch (BufferUnderflowException | IllegalArgumentException malformed) {
            return UPRIGHT;
        }
        return UPRIGHT;
    }

    /** Turns a stored picture of this size upright. */
    static AffineTransform upright(int orientation, double width, double height) {
        return switch (orientation) {
            case 2 -> new AffineTransform(-1, 0, 0, 1, width, 0);
            case 3 -> new AffineTransform(-1, 0, 0, -1, width, height);
            case 4 -> new AffineTransform(1, 0, 0, -1, 0, height);
            case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case 6 -> new AffineTransform(0, 1, -1, 0, height, 0);
            case 7 -> new AffineTransform(0, -1, -1, 0, height, width);
            case 8 -> new AffineTransform(0, -1, 1, 0, 0, width);
            default -> new AffineTransform();
        };
    }
}
