package io.tical.server.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How callbacks are signed: HMAC-SHA256 under the endpoint's secret {@code whsec_…} (spec, Webhook signing). */
final class CallbackSignature {
    private static final String PREFIX = "whsec_";

    private CallbackSignature() {}

    /** Lowercase hex over {@code timestamp.body}, keyed by the bytes of the whole secret. */
    static String hex(String secret, String timestamp, byte[] body) {
        var mac = mac(secret.getBytes(StandardCharsets.UTF_8));
        mac.update(ascii(timestamp + "."));
        return HexFormat.of().formatHex(mac.doFinal(body));
    }

    /** Base64 over {@code id.timestamp.body}, keyed by the 32 bytes that the secret spells: as Standard Webhooks has it. */
    static String standard(String secret, String id, String timestamp, byte[] body) {
        var mac = mac(Base64.getDecoder().decode(secret.substring(PREFIX.length())));
        mac.update(ascii(id + "." + timestamp + "."));
        return Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Mac mac(byte[] key) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
