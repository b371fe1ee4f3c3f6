package io.tical.server.slip;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;

/** Turns pixels as the camera was turned, so that nothing needs to be said beside the picture. */
final class Upright {
    private static final int COLOUR_BYTES = 3;

    private Upright() {}

    /** @param orientation EXIF's: which side of the upright picture the first row and the first column are, 1 to 8 */
    static BufferedImage of(BufferedImage stored, int orientation) {
        if (orientation == Exif.UPRIGHT) {
            return stored;
        }
        var sideways = orientation >= 5;
        var width = sideways ? stored.getHeight() : stored.getWidth();
        var height = sideways ? stored.getWidth() : stored.getHeight();
        var upright = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        var from = ((DataBufferByte) stored.getRaster().getDataBuffer()).getData();
        var to = ((DataBufferByte) upright.getRaster().getDataBuffer()).getData();
        // Where the upright picture's pixel lies in the stored one: row and column change places first, then each may
        // run back.
        var backX = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
        var backY = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                var column = sideways ? y : x;
                var line = sideways ? x : y;
                var fromX = backX ? stored.getWidth() - 1 - column : column;
                var fromY = backY ? stored.getHeight() - 1 - line : line;
                System.arraycopy(
                        from,
                        (fromY * stored.getWidth() + fromX) * COLOUR_BYTES,
                        to,
                        (y * width + x) * COLOUR_BYTES,
                        COLOUR_BYTES);
            }
        }
        return upright;
    }
}
