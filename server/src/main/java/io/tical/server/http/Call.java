package io.tical.server.http;

import io.tical.server.access.Caller;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.RequestHash;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request of the merchants' API.
 *
 * @param method uppercase
 * @param target raw path and query, exactly as sent
 * @param path the path's parameters, decoded
 * @param query the query's parameters, decoded
 * @param body the raw body, empty if there is none or if there is a file
 * @param upload the uploaded file, or null. The fingerprint covers only the file, because the form's boundary changes
 *     with each request.
 * @param idempotencyKey the validated {@code Idempotency-Key}; for a {@code PATCH} or {@code DELETE} without the header a new key that no
 *     client can send; empty for {@code GET}
 */
public record Call(
        Caller caller,
        String requestId,
        String method,
        String target,
        Map<String, String> path,
        Query query,
        byte[] body,
        @Nullable UploadedFile upload,
        String idempotencyKey)
        implements Request {
    public UploadedFile file() {
        return Objects.requireNonNull(upload, "this operation takes no file");
    }

    /** The key of the caller's object with the id of the path, which must be a UUID. */
    public TransactionKey key(String objectType) {
        return new TransactionKey(caller.organizationId(), caller.livemode(), id(objectType));
    }

    /** The API key as the actor of timelines. */
    public Actor actor() {
        return Actor.apiKey(caller.keyId(), requestId);
    }

    /** The data for idempotent execution of this request. */
    public <R> IdempotentRequest<R> idempotent(Function<R, Answer> render) {
        return new IdempotentRequest<>(
                recordKey(), fingerprint(), result -> render.apply(result).stored());
    }

    IdempotencyKey recordKey() {
        return new IdempotencyKey(caller.principal(), idempotencyKey);
    }

    /** A hash of method, raw path and query, and raw body or file. */
    long fingerprint() {
        try (var content = upload == null ? new ByteArrayInputStream(body) : upload.open()) {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((method + "\n" + target + "\n").getBytes(StandardCharsets.UTF_8));
            content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return RequestHash.fingerprint(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException("the uploaded file could not be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
