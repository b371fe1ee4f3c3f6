package io.tical.server.webhook;

import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Target;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * One callback. The body is the same at every attempt; the headers are signed at each attempt.
 *
 * @param id the id in the body
 * @param transactionType the value of {@code X-Transaction-Type}
 */
record Callback(UUID organizationId, UUID id, String transactionType, UUID transactionId, byte[] body) {
    private static final String USER_AGENT = "Tical-Callback/1.0";
    private static final String VERSION = "1.0";

    static Callback of(Event event, Form form) {
        var envelope = switch (form) {
            case AUTO -> !event.guide();
            case ENVELOPE -> true;
            case TRANSACTION -> false;
        };
        var body = envelope
                ? envelope(event.id(), event.type().word(), event.livemode(), event.createdAt(), event.data())
                : event.data();
        return new Callback(
                event.organizationId(),
                event.id(),
                event.type().subject().word(),
                event.transactionId(),
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** Renders the envelope. Only {@code data} could need escaping. */
    static String envelope(UUID id, String event, boolean livemode, Instant createdAt, String data) {
        return "{\"id\":\"" + id + "\",\"event\":\"" + event + "\",\"livemode\":" + livemode + ",\"created_at\":"
                + createdAt.getEpochSecond() + ",\"data\":" + data + "}";
    }

    /** The headers of one attempt, in all three formats. */
    Map<String, String> headers(Target target, UUID requestId, Instant at) {
        var timestamp = Long.toString(at.getEpochSecond());
        var digest = Hashes.signature(target.secret(), timestamp, body);
        var signature = "v1=" + digest;
        var standard = "v1," + standardSignature(target.secret(), id.toString(), timestamp, body);
        var previous = target.previousSecret();
        if (previous != null) {
            signature += ",v1=" + Hashes.signature(previous, timestamp, body);
            standard += " v1," + standardSignature(previous, id.toString(), timestamp, body);
        }
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", USER_AGENT);
        headers.put("X-Callback-Version", VERSION);
        headers.put("X-Request-ID", requestId.toString());
        headers.put("X-Transaction-ID", transactionId.toString());
        headers.put("X-Transaction-Type", transactionType);
        headers.put("X-Organization-ID", organizationId.toString());
        headers.put("X-Timestamp", timestamp);
        headers.put("X-Signature", digest);
        headers.put("X-P2P-Timestamp", timestamp);
        headers.put("X-P2P-Signature", signature);
        headers.put("webhook-id", id.toString());
        headers.put("webhook-timestamp", timestamp);
        headers.put("webhook-signature", standard);
        return headers;
    }

    /**
     * The signature of Standard Webhooks: the HMAC-SHA256 in base64 over {@code id.timestamp.body}, keyed by the 32 bytes that the secret
     * encodes.
     */
    static String standardSignature(String secret, String id, String timestamp, byte[] body) {
        var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        return Base64.getEncoder().encodeToString(Hashes.hmac(key, ascii(id + "." + timestamp + "."), body));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
