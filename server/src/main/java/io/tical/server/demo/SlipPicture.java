package io.tical.server.demo;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.Encoder;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;

/**
 * Draws the slip of a transfer as a bank's app shows it.
 *
 * @param coded whether the picture has the QR code
 */
record SlipPicture(Transfer transfer, boolean coded) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 1_280;
    private static final int MARGIN = 56;
    private static final int CODE = 220;
    private static final int QUIET_MODULES = 4;
    private static final Color INK = new Color(0x1f2933);
    private static final Color PALE = new Color(0x6b7783);
    /** The Thai text of a slip, used if this machine has a font for it. */
    private static final String THAI = "โอนเงินสำเร็จ";

    /** A PNG of half the size of a phone's screen. */
    byte[] png() {
        var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        var pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        draw(pen);
        pen.dispose();
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void draw(Graphics2D pen) {
        var colour = new Color(transfer.bank().colour);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        // Against forgery, apps draw a pattern behind each slip, which differs for each transfer.
        var random = new Random(transfer.reference().hashCode());
        for (int at = 0; at < 9; at++) {
            pen.setColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 14 + random.nextInt(26)));
            var size = 120 + random.nextInt(360);
            pen.fillOval(random.nextInt(WIDTH) - size / 2, random.nextInt(HEIGHT) - size / 2, size, size);
        }
        pen.setColor(colour);
        pen.fillRect(0, 0, WIDTH, 150);
        write(pen, Color.WHITE, Font.BOLD, 44, MARGIN, 92, transfer.bank().app);
        write(pen, INK, Font.BOLD, 36, MARGIN, 224, words(THAI, "Transfer completed"));
        write(pen, PALE, Font.PLAIN, 24, MARGIN, 264, transfer.time("d MMM uuuu  HH:mm"));
        var payer = transfer.from();
        party(
                pen,
                330,
                words("จาก", "From"),
                words(payer.thaiName(), payer.name()),
                transfer.bank().app,
                payer.account());
        party(pen, 500, words("ไปยัง", "To"), transfer.toName(), Transfer.RECEIVING_BANK.name(), transfer.toAccount());
        pen.setColor(new Color(0xd9dfe5));
        pen.fillRect(MARGIN, 650, WIDTH - 2 * MARGIN, 2);
        write(pen, PALE, Font.PLAIN, 24, MARGIN, 706, words("จำนวนเงิน", "Amount"));
        write(pen, colour, Font.BOLD, 52, MARGIN, 768, transfer.baht() + " " + words("บาท", "THB"));
        write(pen, PALE, Font.PLAIN, 24, MARGIN, 830, words("ค่าธรรมเนียม", "Fee") + "  0.00");
        write(pen, PALE, Font.PLAIN, 24, MARGIN, 888, words("เลขที่รายการ", "Transaction reference"));
        write(pen, INK, Font.PLAIN, 28, MARGIN, 926, transfer.reference());
        if (coded) {
            code(pen, WIDTH - CODE - MARGIN, HEIGHT - CODE - MARGIN);
            write(pen, PALE, Font.PLAIN, 22, MARGIN, HEIGHT - 120, words("สแกนเพื่อตรวจสอบสลิป", "Scan to verify"));
        }
    }

    private static void party(Graphics2D pen, int top, String label, String name, String bank, String account) {
        write(pen, PALE, Font.PLAIN, 22, MARGIN, top, label);
        write(pen, INK, Font.BOLD, 30, MARGIN, top + 42, name);
        write(pen, PALE, Font.PLAIN, 24, MARGIN, top + 80, bank + "  " + Transfer.masked(account));
    }

    private static void write(Graphics2D pen, Color colour, int style, int size, int x, int y, String text) {
        pen.setFont(new Font(Font.SANS_SERIF, style, size));
        pen.setColor(colour);
        pen.drawString(text, x, y);
    }

    /** The first text that the font can write. */
    private static String words(String... texts) {
        var font = new Font(Font.SANS_SERIF, Font.PLAIN, 24);
        return List.of(texts).stream()
                .filter(text -> font.canDisplayUpTo(text) < 0)
                .findFirst()
                .orElse(texts[texts.length - 1]);
    }

    private void code(Graphics2D pen, int left, int top) {
        try {
            var modules =
                    Encoder.encode(transfer.code(), ErrorCorrectionLevel.M).getMatrix();
            var size = CODE / (modules.getWidth() + 2 * QUIET_MODULES);
            var margin = (CODE - modules.getWidth() * size) / 2;
            pen.setColor(Color.WHITE);
            pen.fillRect(left, top, CODE, CODE);
            pen.setColor(Color.BLACK);
            for (int row = 0; row < modules.getHeight(); row++) {
                for (int column = 0; column < modules.getWidth(); column++) {
                    if (modules.get(column, row) == 1) {
                        pen.fillRect(left + margin + column * size, top + margin + row * size, size, size);
                    }
                }
            }
        } catch (WriterException e) {
            throw new IllegalStateException(e);
        }
    }
}
