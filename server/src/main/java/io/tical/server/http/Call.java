package io.tical.server.http;

import java.util.Map;
import java.util.function.Function;

/**
 * One admitted request of the merchants' API.
 *
 * @param caller on whose behalf
 * @param requestId its id
 * @param method uppercase
 * @param target raw path and query, exactly as sent
 * @param path the path's parameters, decoded
 * @param query the query's parameters, decoded
 * @param body the raw body, empty when there is none; of an operation that takes a file, the file: what stands around it in a
 *     form, such as its boundary, is another each time it is sent
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
        String idempotencyKey)
        implements Request {
    /** This request as something to be done once, whatever becomes of its connection. */
    public <R> Intent<R> intent(Function<R, Answer> render) {
        return new Intent<>(caller, idempotencyKey, Intent.fingerprint(method, target, body), render);
    }

    /** The 404 of a resource: unknown, or another merchant's or environment's, which is not told apart. */
    public static Problem.NotFound notFound(String resource) {
        return new Problem.NotFound(
                resource.toUpperCase(java.util.Locale.ROOT) + "_NOT_FOUND", "There is no such " + resource);
    }
}
