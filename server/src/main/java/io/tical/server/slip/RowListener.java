package io.tical.server.slip;

import java.awt.image.BufferedImage;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadUpdateListener;

/** Hears of each row as soon as it is decoded. */
@FunctionalInterface
interface RowListener extends IIOReadUpdateListener {
    void decoded(int y);

    @Override
    default void imageUpdate(
            ImageReader source,
            BufferedImage image,
            int minX,
            int minY,
            int width,
            int height,
            int periodX,
            int periodY,
            int[] bands) {
        decoded(minY);
    }

    @Override
    default void passStarted(
            ImageReader source,
            BufferedImage image,
            int pass,
            int minPass,
            int maxPass,
            int minX,
            int minY,
            int periodX,
            int periodY,
            int[] bands) {}

    @Override
    default void passComplete(ImageReader source, BufferedImage image) {}

    @Override
    default void thumbnailPassStarted(
            ImageReader source,
            BufferedImage image,
            int pass,
            int minPass,
            int maxPass,
            int minX,
            int minY,
            int periodX,
            int periodY,
            int[] bands) {}

    @Override
    default void thumbnailUpdate(
            ImageReader source,
            BufferedImage image,
            int minX,
            int minY,
            int width,
            int height,
            int periodX,
            int periodY,
            int[] bands) {}

    @Override
    default void thumbnailPassComplete(ImageReader source, BufferedImage image) {}
}
