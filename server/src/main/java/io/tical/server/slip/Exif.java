package io.tical.server.slip;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The one thing that is believed of a picture's EXIF data: how the camera was held. */
final class Exif {
    /** Upright as stored; also what is taken where nothing, or nonsense, is said. */
    static final int UPRIGHT = 1;

    private static final int ORIENTATION_TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;

    private Exif() {}

    /** The orientation, 1 to 8, in a TIFF structure. */
    static int orientation(byte[] file, int offset, int length) {
        try {
            return read(ByteBuffer.wrap(file, offset, length).slice());
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException nonsense) {
            return UPRIGHT;
        }
    }

    private static int read(ByteBuffer tiff) {
        var order = tiff.getShort();
        if (order != 0x4949 && order != 0x4D4D) {
            return UPRIGHT;
        }
        tiff.order(order == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        if (tiff.getShort() != 42) {
            return UPRIGHT;
        }
        tiff.position(tiff.getInt());
        var entries = Short.toUnsignedInt(tiff.getShort());
        for (int entry = 0; entry < entries; entry++) {
            var at = tiff.position();
            var tag = Short.toUnsignedInt(tiff.getShort());
            var type = Short.toUnsignedInt(tiff.getShort());
            var count = tiff.getInt();
            var value = Short.toUnsignedInt(tiff.getShort());
            if (tag == ORIENTATION_TAG) {
                return type == SHORT && count == 1 && value >= 1 && value <= 8 ? value : UPRIGHT;
            }
            tiff.position(at + ENTRY_BYTES);
        }
        return UPRIGHT;
    }
}
