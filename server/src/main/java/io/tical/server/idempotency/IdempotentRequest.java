package io.tical.server.idempotency;

import io.tical.server.access.Caller;
import io.tical.server.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Function;

/**
 * A request that must take effect once: the key its sender chose, what it asked, and how its result is told.
 *
 * @param caller whose key it is; keys of different organizations or environments never meet
 * @param key the {@code Idempotency-Key}
 * @param fingerprint SHA-256 of method, raw path and query, and raw body or file
 * @param render the result as an answer; the answer is stored in the transaction of the effect
 */
public record IdempotentRequest<R>(Caller caller, String key, byte[] fingerprint, Function<R, Answer> render) {
    /** This request for an operation whose result holds the one that is rendered. */
    public <S> IdempotentRequest<S> of(Function<S, R> result) {
        return new IdempotentRequest<>(caller, key, fingerprint, result.andThen(render));
    }

    public static byte[] fingerprint(String method, String target, InputStream body) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(method.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            digest.update(target.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            body.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
