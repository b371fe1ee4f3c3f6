package io.tical.server.slip;

import java.awt.image.BufferedImage;
import java.util.Arrays;

/**
 * A greyscale picture.
 *
 * @param pixels a byte each, row by row, 0 black to 255 white
 * @param width at least 1
 * @param height at least 1
 */
record Luminance(byte[] pixels, int width, int height) {
    private static final byte WHITE = (byte) 255;

    /** @param picture of three bytes a pixel */
    static Luminance of(BufferedImage picture) {
        var luminance = new Luminance(
                new byte[picture.getWidth() * picture.getHeight()], picture.getWidth(), picture.getHeight());
        var row = new byte[3 * luminance.width];
        for (int y = 0; y < luminance.height; y++) {
            picture.getRaster().getDataElements(0, y, luminance.width, 1, row);
            for (int x = 0; x < luminance.width; x++) {
                luminance.pixels[y * luminance.width + x] =
                        luma(row[3 * x] & 0xFF, row[3 * x + 1] & 0xFF, row[3 * x + 2] & 0xFF);
            }
        }
        return luminance;
    }

    private static byte luma(int red, int green, int blue) {
        return (byte) ((77 * red + 150 * green + 29 * blue) >> 8);
    }

    int at(int x, int y) {
        return pixels[y * width + x] & 0xFF;
    }

    /** This picture with a longer side of at most {@code sideMax} pixels. */
    Luminance within(int sideMax) {
        var longer = Math.max(width, height);
        return longer <= sideMax
                ? this
                : scaled(Math.max(1, width * sideMax / longer), Math.max(1, height * sideMax / longer));
    }

    /**
     * Resized. Each pixel is the mean of the area that it covers, so that thin strokes stay visible. The arithmetic uses units of which a
     * result's pixel covers width × height, and a pixel of this picture as many as the result has pixels.
     */
    Luminance scaled(int toWidth, int toHeight) {
        var result = new byte[toWidth * toHeight];
        var columns = new int[width];
        for (int row = 0; row < toHeight; row++) {
            addRows(columns, row * height, toHeight);
            for (int column = 0; column < toWidth; column++) {
                result[row * toWidth + column] = mean(columns, column * width, toWidth);
            }
        }
        return new Luminance(result, toWidth, toHeight);
    }

    private void addRows(int[] columns, int top, int toHeight) {
        Arrays.fill(columns, 0);
        for (int y = top / toHeight; y * toHeight < top + height; y++) {
            var tall = Math.min(top + height, (y + 1) * toHeight) - Math.max(top, y * toHeight);
            for (int x = 0; x < width; x++) {
                columns[x] += tall * (pixels[y * width + x] & 0xFF);
            }
        }
    }

    private byte mean(int[] columns, int left, int toWidth) {
        var sum = 0L;
        for (int x = left / toWidth; x * toWidth < left + width; x++) {
            var wide = Math.min(left + width, (x + 1) * toWidth) - Math.max(left, x * toWidth);
            sum += (long) wide * columns[x];
        }
        var area = (long) width * height;
        return (byte) ((sum + area / 2) / area);
    }

    /** Rotated about its centre, on white. */
    Luminance turned(double degrees) {
        var sin = Math.sin(Math.toRadians(degrees));
        var cos = Math.cos(Math.toRadians(degrees));
        var toWidth = (int) Math.ceil(Math.abs(width * cos) + Math.abs(height * sin));
        var toHeight = (int) Math.ceil(Math.abs(width * sin) + Math.abs(height * cos));
        var result = new byte[toWidth * toHeight];
        Arrays.fill(result, WHITE);
        for (int at = 0; at < result.length; at++) {
            var right = at % toWidth - toWidth / 2.0;
            var down = at / toWidth - toHeight / 2.0;
            var x = (int) Math.floor(right * cos + down * sin + width / 2.0);
            var y = (int) Math.floor(down * cos - right * sin + height / 2.0);
            if (x >= 0 && x < width && y >= 0 && y < height) {
                result[at] = pixels[y * width + x];
            }
        }
        return new Luminance(result, toWidth, toHeight);
    }

    /** With a white rectangle, clipped to the picture. */
    Luminance blanked(int left, int top, int right, int bottom) {
        var result = pixels.clone();
        var from = Math.clamp(left, 0, width);
        for (int y = Math.max(0, top); y < Math.min(height, bottom); y++) {
            Arrays.fill(result, y * width + from, y * width + Math.clamp(right, from, width), WHITE);
        }
        return new Luminance(result, width, height);
    }
}
