package io.tical.server.slip;

import io.tical.server.slip.PictureFile.Inks;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;

/**
 * Decoded pixels, whatever their form, row by row as bytes of blue, green and red. What is transparent shows white, as it does
 * on the page of whoever saved it. Sample values are taken as they are: profiles and gamma are not for reading slips.
 */
abstract sealed class PixelRows {
    final Raster raster;

    private PixelRows(Raster raster) {
        this.raster = raster;
    }

    static PixelRows of(BufferedImage image) {
        var raster = image.getRaster();
        if (image.getColorModel() instanceof IndexColorModel colours) {
            return new Indexed(raster, colours);
        }
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR) {
            return new Bytes(raster);
        }
        return new Samples(raster);
    }

    static PixelRows ofInks(Raster raster, Inks inks) {
        return new Printed(raster, inks);
    }

    int width() {
        return raster.getWidth();
    }

    int height() {
        return raster.getHeight();
    }

    /** Writes a row: three bytes a pixel. */
    abstract void read(int y, byte[] row);

    /** The usual photo: its bytes are the row. */
    private static final class Bytes extends PixelRows {
        private final byte[] pixels;

        Bytes(Raster raster) {
            super(raster);
            pixels = ((DataBufferByte) raster.getDataBuffer()).getData();
        }

        @Override
        void read(int y, byte[] row) {
            System.arraycopy(pixels, y * row.length, row, 0, row.length);
        }
    }

    private static final class Indexed extends PixelRows {
        private final byte[] blue;
        private final byte[] green;
        private final byte[] red;
        private final int[] indexes;

        Indexed(Raster raster, IndexColorModel colours) {
            super(raster);
            indexes = new int[raster.getWidth()];
            // Indexes beyond the palette are black.
            blue = new byte[1 << raster.getSampleModel().getSampleSize(0)];
            green = blue.clone();
            red = blue.clone();
            for (int index = 0; index < Math.min(blue.length, colours.getMapSize()); index++) {
                var alpha = colours.getAlpha(index);
                blue[index] = onWhite(colours.getBlue(index), alpha);
                green[index] = onWhite(colours.getGreen(index), alpha);
                red[index] = onWhite(colours.getRed(index), alpha);
            }
        }

        @Override
        void read(int y, byte[] row) {
            raster.getSamples(0, y, indexes.length, 1, 0, indexes);
            var to = 0;
            for (var index : indexes) {
                row[to++] = blue[index];
                row[to++] = green[index];
                row[to++] = red[index];
            }
        }
    }

    /** One or three colours of 8 or 16 bits, with alpha or without. */
    private static final class Samples extends PixelRows {
        private final int bands;
        private final int shift;
        private final int[] samples;

        Samples(Raster raster) {
            super(raster);
            bands = raster.getNumBands();
            shift = raster.getSampleModel().getSampleSize(0) - 8;
            samples = new int[raster.getWidth() * bands];
        }

        @Override
        void read(int y, byte[] row) {
            raster.getPixels(0, y, raster.getWidth(), 1, samples);
            var green = bands < 3 ? 0 : 1;
            var blue = bands < 3 ? 0 : 2;
            var hasAlpha = bands % 2 == 0;
            for (int at = 0, to = 0; at < samples.length; at += bands) {
                var alpha = hasAlpha ? samples[at + bands - 1] >> shift : 255;
                row[to++] = onWhite(samples[at + blue] >> shift, alpha);
                row[to++] = onWhite(samples[at + green] >> shift, alpha);
                row[to++] = onWhite(samples[at] >> shift, alpha);
            }
        }
    }

    /** Cyan, magenta, yellow and black, near enough for reading. */
    private static final class Printed extends PixelRows {
        private final Inks inks;
        private final int[] samples;

        Printed(Raster raster, Inks inks) {
            super(raster);
            this.inks = inks;
            this.samples = new int[raster.getWidth() * 4];
        }

        @Override
        void read(int y, byte[] row) {
            raster.getPixels(0, y, raster.getWidth(), 1, samples);
            for (int at = 0, to = 0; at < samples.length; at += 4, to += 3) {
                var first = samples[at];
                var second = samples[at + 1];
                var third = samples[at + 2];
                var black = samples[at + 3];
                switch (inks) {
                    case NONE, PLAIN -> colour(row, to, 255 - first, 255 - second, 255 - third, 255 - black);
                    case INVERTED -> colour(row, to, first, second, third, black);
                    case YCCK -> {
                        var around = third - 128;
                        var across = second - 128;
                        colour(
                                row,
                                to,
                                255 - byteOf(first + 1.402 * around),
                                255 - byteOf(first - 0.344136 * across - 0.714136 * around),
                                255 - byteOf(first + 1.772 * across),
                                black);
                    }
                }
            }
        }

        private static void colour(byte[] row, int to, int red, int green, int blue, int light) {
            row[to] = (byte) (blue * light / 255);
            row[to + 1] = (byte) (green * light / 255);
            row[to + 2] = (byte) (red * light / 255);
        }

        private static int byteOf(double value) {
            return Math.clamp(Math.round(value), 0, 255);
        }
    }

    private static byte onWhite(int value, int alpha) {
        return (byte) (alpha == 255 ? value : (value * alpha + 255 * (255 - alpha)) / 255);
    }
}
