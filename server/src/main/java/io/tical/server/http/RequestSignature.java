package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Optional signing of requests with an HMAC. */
final class RequestSignature {
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Signature-Timestamp");
    private static final HeaderName SIGNATURE = HeaderNames.create("X-Signature");
    private static final Pattern CANONICAL_SECONDS = Pattern.compile("0|[1-9][0-9]{0,11}");
    private static final Pattern LOWERCASE_HEX = Pattern.compile("[0-9a-f]{64}");
    private static final long TOLERANCE_S = 300;
    private static final int CHUNK_BYTES = 16 * 1024;

    private RequestSignature() {}

    /** Whether a request carries a signature, or a part of one. */
    static boolean isIn(ServerRequestHeaders headers) {
        return headers.contains(SIGNATURE) || headers.contains(TIMESTAMP);
    }

    /**
     * @param secrets with one of which the request must be signed
     * @return the index of that secret
     */
    static int verify(List<byte[]> secrets, ServerRequest request, String target, InputStream body, Instant now) {
        var headers = request.headers();
        if (!headers.contains(SIGNATURE)) {
            throw new Problem.Unauthorized(
                    "SIGNATURE_MISSING", "Signing is on for this key: send X-Signature-Timestamp and X-Signature");
        }
        if (!headers.contains(TIMESTAMP)) {
            throw timestampInvalid();
        }
        var timestamp = Gate.single(headers, TIMESTAMP);
        var signature = Gate.single(headers, SIGNATURE);
        if (timestamp == null || signature == null) {
            throw signatureInvalid();
        }
        if (!CANONICAL_SECONDS.matcher(timestamp).matches()
                || Math.abs(Long.parseLong(timestamp) - now.getEpochSecond()) > TOLERANCE_S) {
            throw timestampInvalid();
        }
        if (!LOWERCASE_HEX.matcher(signature).matches()) {
            throw signatureInvalid();
        }
        var sent = HexFormat.of().parseHex(signature);
        var head = head(request.prologue().method().text(), target, timestamp, Gate.rawIdempotencyKey(headers));
        var right = -1;
        var index = 0;
        for (var digest : digests(secrets, head, body)) {
            right = MessageDigest.isEqual(sent, digest) ? index : right;
            index++;
        }
        if (right < 0) {
            throw signatureInvalid();
        }
        return right;
    }

    /** HMAC-SHA256 over method, raw path and query, timestamp, idempotency key and raw body, joined by line feeds. */
    static byte[] digest(
            byte[] secret, String method, String target, String timestamp, String idempotencyKey, InputStream body) {
        return digests(List.of(secret), head(method, target, timestamp, idempotencyKey), body)
                .getFirst();
    }

    private static byte[] head(String method, String target, String timestamp, String idempotencyKey) {
        return (method + "\n" + target + "\n" + timestamp + "\n" + idempotencyKey + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The digests with each of these secrets; the body is read once. */
    private static List<byte[]> digests(List<byte[]> secrets, byte[] head, InputStream body) {
        try {
            var macs = new ArrayList<Mac>();
            for (var secret : secrets) {
                var mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(secret, "HmacSHA256"));
                mac.update(head);
                macs.add(mac);
            }
            var chunk = new byte[CHUNK_BYTES];
            for (var read = body.read(chunk); read >= 0; read = body.read(chunk)) {
                for (var mac : macs) {
                    mac.update(chunk, 0, read);
                }
            }
            return macs.stream().map(Mac::doFinal).toList();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the uploaded file could not be read", e);
        }
    }

    private static Problem timestampInvalid() {
        return new Problem.Unauthorized(
                "SIGNATURE_TIMESTAMP_INVALID",
                "X-Signature-Timestamp must be Unix seconds within " + TOLERANCE_S + " s of the server's time");
    }

    private static Problem signatureInvalid() {
        return new Problem.Unauthorized(
                "SIGNATURE_INVALID",
                "X-Signature is not the lowercase hex HMAC-SHA256 of this request; compare with the example at /docs, Signing"
                        + " requests");
    }
}
