package io.tical.server.slip;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Arrays;

/**
 * A grey picture.
 *
 * @param pixels a byte each, row by row, 0 black to 255 white
 * @param width at least 1
 * @param height at least 1
 */
record Luminance(byte[] pixels, int width, int height) {
    private static final byte WHITE = (byte) 255;

    static Luminance of(BufferedImage picture) {
        var colours = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
        var grey = new byte[picture.getWidth() * picture.getHeight()];
        for (int at = 0; at < grey.length; at++) {
            grey[at] = ofColour(colours, 3 * at);
        }
        return new Luminance(grey, picture.getWidth(), picture.getHeight());
    }

    /** How bright a pixel of blue, green and red looks. */
    static byte ofColour(byte[] pixels, int at) {
        return (byte) ((29 * (pixels[at] & 0xFF) + 150 * (pixels[at + 1] & 0xFF) + 77 * (pixels[at + 2] & 0xFF)) >> 8);
    }

    int at(int x, int y) {
        return pixels[y * width + x] & 0xFF;
    }

    /** Smaller, with its longer side at most this long; itself when it is. */
    Luminance within(int sideMax) {
        var longer = Math.max(width, height);
        return longer <= sideMax
                ? this
                : scaled(Math.max(1, (int) ((long) width * sideMax / longer)), Math.max(1, (int)
                        ((long) height * sideMax / longer)));
    }

    /** Smaller or equal in both directions. */
    Luminance scaled(int toWidth, int toHeight) {
        var result = new byte[toWidth * toHeight];
        var scaler = new AreaScaler(width, height, result, toWidth, toHeight, 1);
        for (int y = 0; y < height; y++) {
            scaler.accept(pixels, y * width);
        }
        return new Luminance(result, toWidth, toHeight);
    }

    /** Every pixel as a smooth square of two by two. */
    Luminance doubled() {
        var result = new byte[4 * width * height];
        for (int y = 0; y < 2 * height; y++) {
            for (int x = 0; x < 2 * width; x++) {
                var nearX = x / 2;
                var nearY = y / 2;
                var farX = Math.clamp(nearX + (x % 2 == 0 ? -1 : 1), 0, width - 1);
                var farY = Math.clamp(nearY + (y % 2 == 0 ? -1 : 1), 0, height - 1);
                var sum = 9 * at(nearX, nearY) + 3 * at(farX, nearY) + 3 * at(nearX, farY) + at(farX, farY);
                result[2 * y * width + x] = (byte) ((sum + 8) / 16);
            }
        }
        return new Luminance(result, 2 * width, 2 * height);
    }

    /** The part that begins at a place, as much of it as there is. */
    Luminance part(int left, int top, int partWidth, int partHeight) {
        var toWidth = Math.min(partWidth, width - left);
        var toHeight = Math.min(partHeight, height - top);
        var result = new byte[toWidth * toHeight];
        for (int y = 0; y < toHeight; y++) {
            System.arraycopy(pixels, (top + y) * width + left, result, y * toWidth, toWidth);
        }
        return new Luminance(result, toWidth, toHeight);
    }

    /** White for black. */
    Luminance inverted() {
        var result = new byte[pixels.length];
        for (int at = 0; at < result.length; at++) {
            result[at] = (byte) ~pixels[at];
        }
        return new Luminance(result, width, height);
    }

    /** Turned about its middle, on white. */
    Luminance turned(double degrees) {
        var sin = Math.sin(Math.toRadians(degrees));
        var cos = Math.cos(Math.toRadians(degrees));
        var toWidth = (int) Math.ceil(Math.abs(width * cos) + Math.abs(height * sin));
        var toHeight = (int) Math.ceil(Math.abs(width * sin) + Math.abs(height * cos));
        var result = new byte[toWidth * toHeight];
        Arrays.fill(result, WHITE);
        for (int y = 0; y < toHeight; y++) {
            for (int x = 0; x < toWidth; x++) {
                var right = x - toWidth / 2.0;
                var down = y - toHeight / 2.0;
                var fromX = (int) Math.floor(right * cos + down * sin + width / 2.0);
                var fromY = (int) Math.floor(down * cos - right * sin + height / 2.0);
                if (fromX >= 0 && fromX < width && fromY >= 0 && fromY < height) {
                    result[y * toWidth + x] = pixels[fromY * width + fromX];
                }
            }
        }
        return new Luminance(result, toWidth, toHeight);
    }

    /** With a rectangle painted white; what lies outside the picture is left out. */
    Luminance blanked(int left, int top, int right, int bottom) {
        var result = pixels.clone();
        for (int y = Math.max(0, top); y < Math.min(height, bottom); y++) {
            Arrays.fill(
                    result,
                    y * width + Math.clamp(left, 0, width),
                    y * width + Math.clamp(right, Math.clamp(left, 0, width), width),
                    WHITE);
        }
        return new Luminance(result, width, height);
    }
}
