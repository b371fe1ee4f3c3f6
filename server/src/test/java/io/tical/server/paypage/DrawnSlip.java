package io.tical.server.paypage;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import io.tical.server.qr.Crc16;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.imageio.ImageIO;

/** The slip of a transfer as a Thai bank's app saves it: its green head, who paid whom how much and when, and its code. */
final class DrawnSlip {
    private static final AtomicLong NUMBERS = new AtomicLong(System.nanoTime() % 1_000_000_000);
    private static final int WIDTH = 720;
    private static final int CODE = 220;

    private DrawnSlip() {}

    /** A reference of KBANK that nobody had. */
    static String reference() {
        return String.format(Locale.ROOT, "0150%016d", NUMBERS.incrementAndGet());
    }

    /** A square picture without anything on it, of this many pixels a side. */
    static byte[] blank(int side) {
        var file = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB), "jpeg", file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    /** @param amount as the payer reads it, such as {@code 1,250.37} */
    static byte[] of(String reference, String amount, String receiver) {
        var picture = new BufferedImage(WIDTH, 1180, BufferedImage.TYPE_INT_RGB);
        var pen = picture.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, 1180);
        pen.setColor(new Color(0x138F2D));
        pen.fillRect(0, 0, WIDTH, 150);
        pen.setColor(Color.WHITE);
        write(pen, 40, "โอนเงินสำเร็จ", 68);
        write(pen, 24, thaiTime(Instant.now()), 116);
        pen.setColor(new Color(0x2B2B2B));
        fact(pen, 210, "จาก", "นาย สมชาย ใ", "ธ.กสิกรไทย xxx-x-x6789-x");
        fact(pen, 400, "ไปยัง", receiver, "พร้อมเพย์ x-xxxx-xxxx0-00-1");
        fact(pen, 590, "จำนวน", amount + " บาท", "ค่าธรรมเนียม 0.00 บาท");
        fact(pen, 780, "เลขที่รายการ", reference, "");
        code(pen, text(reference), WIDTH - CODE - 40, 1180 - CODE - 40);
        pen.dispose();
        var file = new ByteArrayOutputStream();
        try {
            ImageIO.write(picture, "png", file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    private static void fact(Graphics2D pen, int top, String name, String value, String more) {
        pen.setColor(new Color(0x6B7280));
        write(pen, 24, name, top);
        write(pen, 24, more, top + 92);
        pen.setColor(new Color(0x1F2937));
        write(pen, 32, value, top + 46);
    }

    private static void write(Graphics2D pen, int size, String text, int line) {
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
        pen.drawString(text, 40, line);
    }

    /** Years of the Buddhist era, as on every slip. */
    private static String thaiTime(Instant at) {
        var local = at.atZone(ZoneId.of("Asia/Bangkok"));
        return DateTimeFormatter.ofPattern("d MMM ", Locale.forLanguageTag("th"))
                        .format(local)
                + (local.getYear() + 543)
                + DateTimeFormatter.ofPattern(" HH:mm", Locale.ROOT).format(local) + " น.";
    }

    private static String text(String reference) {
        var transfer = String.format(Locale.ROOT, "0006000001010300402%02d", reference.length()) + reference;
        var text = String.format(Locale.ROOT, "00%02d", transfer.length()) + transfer + "5102TH9104";
        return text + Crc16.of(text);
    }

    private static void code(Graphics2D pen, String text, int left, int top) {
        BitMatrix modules;
        try {
            modules = new QRCodeWriter()
                    .encode(text, BarcodeFormat.QR_CODE, CODE, CODE, Map.of(EncodeHintType.MARGIN, 2));
        } catch (WriterException e) {
            throw new IllegalStateException(e);
        }
        pen.setColor(Color.BLACK);
        for (int y = 0; y < CODE; y++) {
            for (int x = 0; x < CODE; x++) {
                if (modules.get(x, y)) {
                    pen.fillRect(left + x, top + y, 1, 1);
                }
            }
        }
    }
}
