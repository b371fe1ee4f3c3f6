package io.tical.server.slip;

import io.tical.server.qr.MiniQr;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/**
 * The contents read from the pixels of a slip.
 *
 * @param code null when none was found, which does not fail a check
 */
record SlipContents(PictureHash hash, @Nullable MiniQr code) {
    static SlipContents of(BufferedImage pixels) {
        var luminance = Luminance.of(pixels);
        return new SlipContents(
                PictureHash.of(luminance), MiniQrFinder.find(luminance).orElse(null));
    }
}
