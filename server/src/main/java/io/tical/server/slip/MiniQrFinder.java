package io.tical.server.slip;

import com.google.zxing.Binarizer;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.Result;
import com.google.zxing.ResultPoint;
import com.google.zxing.ResultPointCallback;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import io.tical.server.qr.MiniQr;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Searches a picture for a slip's code: in several sizes, with two binarizers, rotated and inverted. The search is
 * limited by pixels and not by time, so that its result does not depend on the load.
 */
final class MiniQrFinder {
    private static final int NEAR = 1_100;
    private static final int MIDDLE = 800;
    private static final int FAR = 600;
    private static final int SMALL = 700;
    private static final double ASKEW_DEGREES = 45;

    /** The maximum number of pixels over all attempts. A picture without a code reaches it. */
    private static final long PIXELS_MAX = 16_000_000;

    /** The maximum number of codes per attempt: a picture may also show a payment's code. */
    private static final int CODES_MAX = 4;

    /** The maximum number of corner candidates per attempt. The reader compares all triples, so thousands would take hours. */
    private static final int CORNERS_MAX = 150;

    private final Luminance picture;
    private long pixelsLeft = PIXELS_MAX;

    private MiniQrFinder(Luminance picture) {
        this.picture = picture;
    }

    /** The code of a slip; empty when none was found. */
    static Optional<MiniQr> find(Luminance picture) {
        return new MiniQrFinder(picture).find();
    }

    private Optional<MiniQr> find() {
        var longer = Math.max(picture.width(), picture.height());
        var near = picture.within(NEAR);
        return in(near, HybridBinarizer::new)
                .or(() -> in(near, GlobalHistogramBinarizer::new))
                .or(() -> longer > NEAR ? in(picture, HybridBinarizer::new) : Optional.empty())
                // Small sizes remove noise and the pattern of a photographed screen.
                .or(() -> longer > FAR ? in(near.within(FAR), HybridBinarizer::new) : Optional.empty())
                .or(() -> longer <= SMALL
                        ? in(picture.scaled(2 * picture.width(), 2 * picture.height()), HybridBinarizer::new)
                        : Optional.empty())
                .or(() -> in(near.within(MIDDLE).turned(ASKEW_DEGREES), HybridBinarizer::new))
                .or(() -> in(near.within(MIDDLE), inverted -> new HybridBinarizer(inverted.invert())));
    }

    /** Reads the codes of a picture one by one, and blanks those that are not a slip's. */
    private Optional<MiniQr> in(Luminance seen, Function<LuminanceSource, Binarizer> binarizer) {
        var left = seen;
        for (int code = 0; code < CODES_MAX; code++) {
            pixelsLeft -= left.pixels().length;
            var read = pixelsLeft < 0 ? Optional.<Result>empty() : read(left, binarizer);
            if (read.isEmpty()) {
                return Optional.empty();
            }
            var slip = MiniQr.read(read.get().getText());
            if (slip.isPresent()) {
                return slip;
            }
            left = without(left, read.get().getResultPoints());
        }
        return Optional.empty();
    }

    private static Optional<Result> read(Luminance seen, Function<LuminanceSource, Binarizer> binarizer) {
        var source = new PlanarYUVLuminanceSource(
                seen.pixels(), seen.width(), seen.height(), 0, 0, seen.width(), seen.height(), false);
        var corners = new AtomicInteger();
        ResultPointCallback limit = point -> {
            if (corners.incrementAndGet() > CORNERS_MAX) {
                throw new IllegalStateException("too many corners");
            }
        };
        var hints = Map.of(DecodeHintType.TRY_HARDER, true, DecodeHintType.NEED_RESULT_POINT_CALLBACK, limit);
        try {
            return Optional.of(new QRCodeReader().decode(new BinaryBitmap(binarizer.apply(source)), hints));
        } catch (ReaderException | RuntimeException nothingToRead) {
            // The reader also throws exceptions that it does not declare.
            return Optional.empty();
        }
    }

    private static Luminance without(Luminance seen, ResultPoint[] points) {
        var left = Float.MAX_VALUE;
        var top = Float.MAX_VALUE;
        var right = 0f;
        var bottom = 0f;
        for (var point : points) {
            left = Math.min(left, point.getX());
            top = Math.min(top, point.getY());
            right = Math.max(right, point.getX());
            bottom = Math.max(bottom, point.getY());
        }
        // The points are the centres of the corner patterns.
        var margin = Math.max(right - left, bottom - top) / 4;
        return seen.blanked(
                (int) (left - margin), (int) (top - margin), (int) (right + margin) + 1, (int) (bottom + margin) + 1);
    }
}
