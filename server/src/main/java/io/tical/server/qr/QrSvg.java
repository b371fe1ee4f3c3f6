package io.tical.server.qr;

import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import java.nio.charset.StandardCharsets;

/**
 * A QR code as SVG: black on white, with a quiet zone of four modules and without a fixed size. It contains only a
 * rectangle and a path, so that any content security policy allows it.
 */
public final class QrSvg {
    private QrSvg() {}

    /**
     * The code of a text at error correction level M, which recovers about 15 % damage.
     *
     * @param text ASCII
     * @throws IllegalArgumentException when the text has another character, or is too long for any QR code (about 2,300
     *     characters)
     */
    public static String of(String text) {
        var code = code(text);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + code.side + " " + code.side
                + "\" shape-rendering=\"crispEdges\"><rect width=\"" + code.side + "\" height=\"" + code.side
                + "\" fill=\"#fff\"/><path fill=\"#000\" d=\"" + code.path + "\"/></svg>";
    }

    /**
     * A code without its picture, for programs that draw it themselves.
     *
     * @param side the number of modules in a row, with the quiet zone
     * @param path the black modules, as the attribute {@code d} of a path in SVG
     */
    public record Code(int side, String path) {}

    /** The same code to be drawn by a program. */
    public static Code code(String text) {
        // Other characters require an ECI designator, which few banks' apps support.
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("the text of a QR code is ASCII");
        }
        BitMatrix modules;
        try {
            modules = ReadableQr.modules(text);
        } catch (WriterException e) {
            throw new IllegalArgumentException("a QR code does not hold " + text.length() + " characters", e);
        }
        return new Code(modules.getWidth(), path(modules));
    }

    /** Each run of black modules in a row is one rectangle. */
    private static String path(BitMatrix modules) {
        var path = new StringBuilder();
        for (int y = 0; y < modules.getHeight(); y++) {
            for (int x = 0; x < modules.getWidth(); x++) {
                var start = x;
                while (x < modules.getWidth() && modules.get(x, y)) {
                    x++;
                }
                if (x > start) {
                    var run = x - start;
                    path.append("M" + start + " " + y + "h" + run + "v1h-" + run + "z");
                }
            }
        }
        return path.toString();
    }
}
