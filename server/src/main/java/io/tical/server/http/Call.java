package io.tical.server.http;

import io.tical.server.access.Caller;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.transaction.Actor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request of the merchants' API.
 *
 * @param caller on whose behalf
 * @param requestId its id
 * @param method uppercase
 * @param target raw path and query, exactly as sent
 * @param path the path's parameters, decoded
 * @param query the query's parameters, decoded
 * @param body the raw body, empty when there is none, and when there is a file
 * @param upload the file of an operation that takes one: what stands around it in a form, such as its boundary, is another
 *     each time it is sent; null where there is none
 * @param idempotencyKey the checked {@code Idempotency-Key}, empty for methods that need none
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
    /** A request without a file. */
    public Call(
            Caller caller,
            String requestId,
            String method,
            String target,
            Map<String, String> path,
            Query query,
            byte[] body,
            String idempotencyKey) {
        this(caller, requestId, method, target, path, query, body, null, idempotencyKey);
    }

    /** The file of an operation that takes one. */
    public UploadedFile file() {
        return Objects.requireNonNull(upload, "only operations that take a file have one");
    }

    /** Who does it, as histories tell. */
    public Actor actor() {
        return Actor.apiKey(caller.keyId(), requestId);
    }

    /** This request as something to be done once, whatever becomes of its connection. */
    public <R> IdempotentRequest<R> intent(Function<R, Answer> render) {
        try (var asked = upload == null ? new ByteArrayInputStream(body) : upload.open()) {
            return new IdempotentRequest<>(
                    caller, idempotencyKey, IdempotentRequest.fingerprint(method, target, asked), render);
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be read again", e);
        }
    }
}
