package io.tical.server.webhook;

import io.tical.server.secret.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/** How callbacks are signed: HMAC-SHA256 under the endpoint's secret {@code whsec_…} (spec, Webhook signing). */
final class CallbackSignature {
    private static final String PREFIX = "whsec_";

    private CallbackSignature() {}

    /** Lowercase hex over {@code timestamp.body}, keyed by the bytes of the whole secret. */
    static String hex(String secret, String timestamp, byte[] body) {
        return HexFormat.of()
                .formatHex(Hashes.hmac(secret.getBytes(StandardCharsets.UTF_8), ascii(timestamp + "."), body));
    }

    /** Base64 over {@code id.timestamp.body}, keyed by the 32 bytes that the secret spells: as Standard Webhooks has it. */
    static String standard(String secret, String id, String timestamp, byte[] body) {
        var key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        return Base64.getEncoder().encodeToString(Hashes.hmac(key, ascii(id + "." + timestamp + "."), body));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
