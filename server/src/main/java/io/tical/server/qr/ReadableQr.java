package io.tical.server.qr;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.EncodeHintType;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Encodes a QR code that common readers can read. With the mask that the standard prefers, the data sometimes resembles
 * an alignment pattern, and readers fail on a valid code. The encoder tries the eight masks and uses the first one that
 * a reader reads.
 */
final class ReadableQr {
    /** The quiet zone in modules, as ISO/IEC 18004 requires. */
    private static final int QUIET_ZONE = 4;

    private static final int MASKS = 8;

    /** Pixels per module on screens; readers' errors depend on it. */
    private static final int[] SCALES = {3, 4, 8};

    private ReadableQr() {}

    /** @throws WriterException when the text is too long for any code */
    static BitMatrix modules(String text) throws WriterException {
        var hints = new EnumMap<EncodeHintType, Object>(
                Map.of(EncodeHintType.ERROR_CORRECTION, ErrorCorrectionLevel.M, EncodeHintType.MARGIN, QUIET_ZONE));
        var preferred = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 1, 1, hints);
        if (reads(preferred, text)) {
            return preferred;
        }
        for (int mask = 0; mask < MASKS; mask++) {
            hints.put(EncodeHintType.QR_MASK_PATTERN, mask);
            var other = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 1, 1, hints);
            if (reads(other, text)) {
                return other;
            }
        }
        return preferred;
    }

    private static boolean reads(BitMatrix modules, String text) {
        for (var scale : SCALES) {
            var side = modules.getWidth() * scale;
            var pixels = new byte[side * side];
            Arrays.fill(pixels, (byte) 255);
            for (int at = 0; at < pixels.length; at++) {
                if (modules.get(at % side / scale, at / side / scale)) {
                    pixels[at] = 0;
                }
            }
            var picture = new PlanarYUVLuminanceSource(pixels, side, side, 0, 0, side, side, false);
            try {
                var read = new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(picture)));
                if (!read.getText().equals(text)) {
                    return false;
                }
            } catch (ReaderException e) {
                return false;
            }
        }
        return true;
    }
}
