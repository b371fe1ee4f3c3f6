package io.tical.server.http;

import io.tical.server.problem.Problem;
import io.tical.server.problem.Problem.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response of a failure.
 *
 * @param status 400 to 599
 * @param message what happened and what to do
 * @param errors the invalid fields, if any
 * @param details the other object that it is about, written as JSON; null without one, and for everybody but operators
 */
public record ErrorAnswer(
        int status,
        String code,
        String message,
        List<FieldError> errors,
        Map<String, String> headers,
        @Nullable Object details) {
    ErrorAnswer(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    ErrorAnswer(int status, String code, String message, Map<String, String> headers) {
        this(status, code, message, List.of(), headers, null);
    }

    /** Maps a problem to its status and headers. */
    public static ErrorAnswer of(Problem problem) {
        var status = switch (problem) {
            case Problem.BadRequest _, Problem.Invalid _ -> 400;
            case Problem.Unauthorized _ -> 401;
            case Problem.Forbidden _ -> 403;
            case Problem.NotFound _ -> 404;
            case Problem.Conflict _ -> 409;
            case Problem.TooLarge _ -> 413;
            case Problem.UnsupportedMedia _ -> 415;
            case Problem.Refused _ -> 422;
            case Problem.OutOfRange _ -> 423;
            case Problem.RateLimited _ -> 429;
            case Problem.Unavailable _ -> 503;
        };
        Map<String, String> headers = switch (problem) {
            case Problem.RateLimited limited -> {
                var wait = Long.toString(limited.retrySeconds());
                yield Map.of("X-RateLimit-After", wait, "Retry-After", wait, "X-RateLimit-Remaining", "0");
            }
            case Problem.Unavailable down -> Map.of("Retry-After", Long.toString(down.retrySeconds()));
            case Problem.BadRequest _,
                    Problem.Invalid _,
                    Problem.Unauthorized _,
                    Problem.Forbidden _,
                    Problem.NotFound _,
                    Problem.Conflict _,
                    Problem.TooLarge _,
                    Problem.UnsupportedMedia _,
                    Problem.Refused _,
                    Problem.OutOfRange _ -> Map.of();
        };
        var errors = problem instanceof Problem.Invalid invalid ? invalid.errors() : List.<FieldError>of();
        return new ErrorAnswer(status, problem.code(), problem.message(), errors, headers, null);
    }

    ErrorAnswer with(Object details) {
        return new ErrorAnswer(status, code, message, errors, headers, details);
    }

    /** An internal error. The message contains only the request id, which identifies the log entry. */
    static ErrorAnswer internal(String requestId) {
        return new ErrorAnswer(
                500, "INTERNAL_ERROR", "An internal error occurred; contact support with request id " + requestId);
    }
}
