package io.tical.server.qr;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The check value of payment QR codes: CRC-16/CCITT-FALSE, polynomial 0x1021, initially 0xFFFF. */
public final class Crc16 {
    private static final int POLYNOMIAL = 0x1021;

    private Crc16() {}

    /** The check value of a text, four uppercase hexadecimal digits. */
    public static String of(String text) {
        var crc = 0xFFFF;
        for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
            crc ^= (octet & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
        }
        return HexFormat.of().withUpperCase().toHexDigits((short) crc);
    }
}
