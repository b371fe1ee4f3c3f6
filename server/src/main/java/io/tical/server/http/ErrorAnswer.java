package io.tical.server.http;

import io.tical.server.problem.Problem;
import io.tical.server.problem.Problem.FieldError;
import java.util.List;
import java.util.Map;

/**
 * The HTTP response of a failure.
 *
 * @param status 400 to 599
 * @param code the machine-readable code
 * @param message what happened and what to do
 * @param errors the invalid fields, if any
 * @param headers additional headers
 */
public record ErrorAnswer(
        int status, String code, String message, List<FieldError> errors, Map<String, String> headers) {
    ErrorAnswer(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    ErrorAnswer(int status, String code, String message, Map<String, String> headers) {
        this(status, code, message, List.of(), headers);
    }

    /** Maps a problem to its status and headers. */
    public static ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case Problem.BadRequest malformed -> of(400, malformed);
            case Problem.Invalid invalid ->
                new ErrorAnswer(400, invalid.code(), invalid.message(), invalid.errors(), Map.of());
            case Problem.Unauthorized unknown -> of(401, unknown);
            case Problem.Forbidden forbidden -> of(403, forbidden);
            case Problem.NotFound missing -> of(404, missing);
            case Problem.Conflict conflict -> of(409, conflict);
            case Problem.TooLarge large -> of(413, large);
            case Problem.UnsupportedMedia unsupported -> of(415, unsupported);
            case Problem.Refused refused -> of(422, refused);
            case Problem.OutOfRange outside -> of(423, outside);
            case Problem.RateLimited limited -> {
                var wait = Long.toString(limited.retrySeconds());
                yield new ErrorAnswer(
                        429,
                        limited.code(),
                        limited.message(),
                        Map.of("X-RateLimit-After", wait, "Retry-After", wait, "X-RateLimit-Remaining", "0"));
            }
            case Problem.Unavailable unavailable ->
                new ErrorAnswer(
                        503,
                        unavailable.code(),
                        unavailable.message(),
                        Map.of("Retry-After", Long.toString(unavailable.retrySeconds())));
        };
    }

    private static ErrorAnswer of(int status, Problem problem) {
        return new ErrorAnswer(status, problem.code(), problem.message());
    }

    /** An internal error. The message contains only the request id, which identifies the log entry. */
    static ErrorAnswer internal(String requestId) {
        return new ErrorAnswer(
                500, "INTERNAL_ERROR", "An internal error occurred; contact support with request id " + requestId);
    }
}
