package io.tical.server.bench;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import io.tical.server.picture.PictureReader;
import io.tical.server.qr.Crc16;
import java.awt.Color;
import java.awt.Font;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/** Typical slips: a screenshot of a banking app, and a photo of a screen. */
final class SlipPictures {
    private static final int WIDTH = 1_170;
    private static final int HEIGHT = 2_532;
    private static final int PHOTO_WIDTH = 3_024;
    private static final int PHOTO_HEIGHT = 4_032;
    private static final int PHOTO_BYTES = 3_000_000;
    private static final double GRAIN = 7;

    private SlipPictures() {}

    /** A PNG of the size of a phone's screen. */
    static byte[] screenshot(int number) throws IOException {
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(drawn(number), "png", bytes);
        return bytes.toByteArray();
    }

    /** A JPEG of 12 megapixels and about 3 MB, with sensor noise, slightly rotated. */
    static byte[] photo(int number) throws IOException {
        var image = new BufferedImage(PHOTO_WIDTH, PHOTO_HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        var pen = image.createGraphics();
        pen.setPaint(new GradientPaint(0, 0, new Color(120, 96, 70), PHOTO_WIDTH, PHOTO_HEIGHT, new Color(60, 50, 44)));
        pen.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
        pen.rotate(Math.toRadians(4), PHOTO_WIDTH / 2.0, PHOTO_HEIGHT / 2.0);
        pen.drawImage(drawn(number), 650, 200, 1_700, 3_680, null);
        pen.dispose();
        var random = new SplittableRandom(number);
        var pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        for (int at = 0; at < pixels.length; at++) {
            pixels[at] = (byte) Math.clamp((pixels[at] & 0xFF) + (int) (random.nextGaussian() * GRAIN), 0, 255);
        }
        var file = PictureReader.jpeg(image, 0.95f);
        for (var quality = 0.9f; file.length > PHOTO_BYTES && quality > 0.3f; quality -= 0.05f) {
            file = PictureReader.jpeg(image, quality);
        }
        return file;
    }

    private static BufferedImage drawn(int number) {
        var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        var pen = image.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setPaint(new GradientPaint(0, 0, new Color(20, 110, 60), WIDTH, 500, new Color(80, 170, 110)));
        pen.fillRect(0, 0, WIDTH, 500);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 44));
        pen.setColor(new Color(40, 40, 50));
        var random = new Random(number);
        for (int line = 0; line < 14; line++) {
            pen.drawString("Transfer " + Long.toString(random.nextLong(), 36), 90, 640 + 84 * line);
        }
        code(pen, number, WIDTH - 420, HEIGHT - 480, 340);
        pen.dispose();
        return image;
    }

    /** A slip's QR code with its quiet zone, with a unique reference for each number. */
    private static void code(Graphics2D pen, int number, int left, int top, int side) {
        var reference = String.format(Locale.ROOT, "0130%016d", number);
        var transfer = "00060000010103" + "004" + "02" + reference.length() + reference;
        var text = "00" + transfer.length() + transfer + "5102TH9104";
        var modules = modules(text + Crc16.of(text));
        var count = modules.getWidth() + 8;
        for (int row = 0; row < modules.getHeight(); row++) {
            for (int column = 0; column < modules.getWidth(); column++) {
                pen.setColor(modules.get(column, row) == 1 ? Color.BLACK : Color.WHITE);
                var x = left + (column + 4) * side / count;
                var y = top + (row + 4) * side / count;
                pen.fillRect(x, y, left + (column + 5) * side / count - x, top + (row + 5) * side / count - y);
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
}
