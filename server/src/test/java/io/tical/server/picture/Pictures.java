package io.tical.server.picture;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import io.tical.server.qr.Crc16;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pictures that tests draw: slips, photos, and their files. */
public final class Pictures {
    private Pictures() {}

    /** The text of a bank's slip with this reference. */
    public static String slipText(String bank, String reference) {
        var transfer = "000600000101" + "03" + bank + "02" + two(reference.length()) + reference;
        var text = "00" + two(transfer.length()) + transfer + "5102TH9104";
        return text + Crc16.of(text);
    }

    private static String two(int number) {
        return (number < 10 ? "0" : "") + number;
    }

    public static BufferedImage blank(int width, int height, Color colour) {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        var pen = image.createGraphics();
        pen.setColor(colour);
        pen.fillRect(0, 0, width, height);
        pen.dispose();
        return image;
    }

    /** A screenshot as a bank's app makes one: coloured head, lines of something like print that differ by seed, a code below. */
    public static BufferedImage slip(int width, int height, String text, int qrSide, long seed) {
        var image = blank(width, height, Color.WHITE);
        var random = new Random(seed);
        var pen = image.createGraphics();
        pen.setPaint(new GradientPaint(0, 0, new Color(20, 110, 60), width, height / 6f, new Color(80, 170, 110)));
        pen.fillRect(0, 0, width, height / 6);
        pen.setColor(new Color(50, 50, 60));
        var line = Math.max(4, height / 60);
        for (int y = height / 5; y < height * 3 / 5; y += 3 * line) {
            for (int x = width / 12; x < width * 11 / 12; x += line) {
                if (random.nextInt(3) > 0) {
                    pen.fillRect(x, y + random.nextInt(Math.max(1, line / 3)), line * 2 / 3, line);
                }
            }
        }
        pen.dispose();
        stamp(image, text, width - qrSide - width / 20, height - qrSide - height / 20, qrSide);
        return image;
    }

    /** Draws a code with its quiet zone into a picture. */
    public static void stamp(BufferedImage image, String text, int left, int top, int side) {
        var modules = modules(text);
        var count = modules.getWidth() + 8;
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                var column = x * count / side - 4;
                var row = y * count / side - 4;
                var black = column >= 0
                        && row >= 0
                        && column < modules.getWidth()
                        && row < modules.getHeight()
                        && modules.get(column, row) == 1;
                image.setRGB(left + x, top + y, black ? 0xFF000000 : 0xFFFFFFFF);
            }
        }
    }

    private static ByteMatrix modules(String text) {
        try {
            return Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix();
        } catch (WriterException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Shapes, a gradient and the grain of a sensor: compresses like a photo. */
    public static BufferedImage photo(int width, int height, double grain, long seed) {
        var image = blank(width, height, Color.GRAY);
        var random = new Random(seed);
        var pen = image.createGraphics();
        pen.setPaint(new GradientPaint(0, 0, new Color(90, 120, 160), width, height, new Color(220, 200, 170)));
        pen.fillRect(0, 0, width, height);
        for (int shape = 0; shape < 120; shape++) {
            pen.setColor(new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256), 140));
            var size = 10 + random.nextInt(Math.max(1, width / 5));
            var x = random.nextInt(width) - size / 2;
            var y = random.nextInt(height) - size / 2;
            if (shape % 2 == 0) {
                pen.fillOval(x, y, size, size);
            } else {
                pen.fillRect(x, y, size, size / 3);
            }
        }
        pen.dispose();
        return grain == 0 ? image : grainy(image, grain, seed);
    }

    public static BufferedImage grainy(BufferedImage image, double grain, long seed) {
        var result = copy(image);
        var random = new SplittableRandom(seed);
        var pixels = ((DataBufferByte) result.getRaster().getDataBuffer()).getData();
        for (int at = 0; at < pixels.length; at++) {
            pixels[at] = (byte) Math.clamp(Math.round((pixels[at] & 0xFF) + random.nextGaussian() * grain), 0, 255);
        }
        return result;
    }

    public static BufferedImage copy(BufferedImage image) {
        return converted(image, BufferedImage.TYPE_3BYTE_BGR);
    }

    public static BufferedImage converted(BufferedImage image, int type) {
        var result = new BufferedImage(image.getWidth(), image.getHeight(), type);
        var pen = result.createGraphics();
        pen.drawImage(image, 0, 0, null);
        pen.dispose();
        return result;
    }

    public static BufferedImage scaled(BufferedImage image, double scale) {
        return transformed(
                image, AffineTransform.getScaleInstance(scale, scale), (int) (image.getWidth() * scale), (int)
                        (image.getHeight() * scale));
    }

    /** Turned about its middle on a grey table. */
    public static BufferedImage turned(BufferedImage image, double degrees) {
        var side = (int) Math.hypot(image.getWidth(), image.getHeight()) + 20;
        var turn = AffineTransform.getTranslateInstance(side / 2.0, side / 2.0);
        turn.rotate(Math.toRadians(degrees));
        turn.translate(-image.getWidth() / 2.0, -image.getHeight() / 2.0);
        return transformed(image, turn, side, side);
    }

    private static BufferedImage transformed(BufferedImage image, AffineTransform transform, int width, int height) {
        var result = blank(width, height, Color.GRAY);
        var pen = result.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(image, transform, null);
        pen.dispose();
        return result;
    }

    public static byte[] png(BufferedImage image) {
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static byte[] interlacedPng(BufferedImage image) {
        return written("png", new IIOImage(image, null, null), -1, true);
    }

    public static byte[] jpeg(BufferedImage image, double quality) {
        return written("jpeg", new IIOImage(image, null, null), quality, false);
    }

    public static byte[] progressiveJpeg(BufferedImage image) {
        return written("jpeg", new IIOImage(image, null, null), -1, true);
    }

    /** Bands as they are, so that four of them are inks. */
    public static byte[] jpeg(java.awt.image.Raster bands) {
        return written("jpeg", new IIOImage(bands, null, null), -1, false);
    }

    private static byte[] written(String format, IIOImage image, double quality, boolean progressive) {
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        var bytes = new ByteArrayOutputStream();
        try (var output = new MemoryCacheImageOutputStream(bytes)) {
            var parameters = writer.getDefaultWriteParam();
            if (quality >= 0) {
                parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                parameters.setCompressionQuality((float) quality);
            }
            if (progressive) {
                parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            }
            writer.setOutput(output);
            writer.write(null, image, parameters);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    public static BufferedImage read(byte[] file) {
        try {
            return ImageIO.read(new ByteArrayInputStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
