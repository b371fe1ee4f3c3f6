package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.rail.UpstreamServer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A slip as a bank prints it and SlipOK verifies it. */
final class PrintedSlip {
    private PrintedSlip() {}

    /** The text of its QR code. */
    static String qr(String reference) {
        var body = "0041000600000101030040220" + reference + "5102TH9104";
        assertThat(reference).hasSize(20);
        int crc = 0xFFFF;
        for (var b : body.getBytes(StandardCharsets.US_ASCII)) {
            crc ^= b << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
            }
        }
        return body + String.format(Locale.ROOT, "%04X", crc & 0xFFFF).toUpperCase(Locale.ROOT);
    }

    /** The reference of the slip whose QR code the service sent. */
    static String referenceOf(UpstreamServer.Asked asked) {
        var text = asked.text();
        var at = text.indexOf("0220") + 4;
        return text.substring(at, at + 20);
    }

    /** The answer of SlipOK. */
    static String verified(String reference) {
        return """
                {"success":true,"data":{"success":true,"transRef":"%s","sendingBank":"004","receivingBank":"014","transDate":"20251121",
                 "transTime":"10:15:07","transTimestamp":"2025-11-21T03:15:07.000Z",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Demo Shop","account":{"type":"BANKAC","value":"xxx-x-x4321-x"}},"amount":1250.07}}""".formatted(reference);
    }
}
