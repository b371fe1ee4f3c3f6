package io.tical.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Everything that can be wrong with a request, as a status, a code to branch on and a sentence that says what happened
 * and what to do. Thrown where the rule lives, rendered in one place ({@link Envelope}). Cheap: no stack is recorded.
 */
public abstract sealed class Problem extends RuntimeException {
    private final int status;
    private final String code;

    private Problem(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    public final int status() {
        return status;
    }

    public final String code() {
        return code;
    }

    public final String message() {
        return String.valueOf(getMessage());
    }

    /** Headers that belong to the answer. */
    public Map<String, String> headers() {
        return Map.of();
    }

    /** What is wrong with one field. */
    public record FieldError(String field, String code, String message) {}

    /** 400: the request is malformed. */
    public static final class BadRequest extends Problem {
        public BadRequest(String code, String message) {
            super(400, code, message);
        }
    }

    /** 400 {@code VALIDATION_FAILED}: fields of the body or the query are wrong, each named. */
    public static final class Invalid extends Problem {
        private final transient List<FieldError> errors;

        public Invalid(List<FieldError> errors) {
            super(
                    400,
                    "VALIDATION_FAILED",
                    errors.getFirst().field() + ": " + errors.getFirst().message());
            this.errors = List.copyOf(errors);
        }

        public Invalid(String field, String code, String message) {
            this(List.of(new FieldError(field, code, message)));
        }

        public List<FieldError> errors() {
            return errors;
        }
    }

    /** 400: the body broke off or its chunks make no sense; nothing more can be read from this connection. */
    public static final class BrokenBody extends Problem {
        public BrokenBody() {
            super(400, "BODY_INCOMPLETE", "The body ended before its announced length, or its chunks are malformed");
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Connection", "close");
        }
    }

    /** 408: the request took longer to arrive than it may; nothing more is read from this connection. */
    public static final class TimedOut extends Problem {
        public TimedOut() {
            super(408, "REQUEST_TIMEOUT", "The request took too long to arrive; send it again, faster");
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Connection", "close");
        }
    }

    /** 401: the caller is not known. */
    public static final class Unauthorized extends Problem {
        public Unauthorized(String code, String message) {
            super(401, code, message);
        }
    }

    /** 403: the caller is known and may not. */
    public static final class Forbidden extends Problem {
        public Forbidden(String code, String message) {
            super(403, code, message);
        }
    }

    /** 404: there is no such thing, or it is another merchant's or environment's. */
    public static final class NotFound extends Problem {
        public NotFound(String code, String message) {
            super(404, code, message);
        }

        /** There is no object of a type, or it belongs to another merchant or environment. */
        public static NotFound object(String type) {
            return new NotFound(
                    type.toUpperCase(Locale.ROOT) + "_NOT_FOUND", "There is no such " + type.replace('_', ' '));
        }

        /** Nothing is mounted at this path. */
        static NotFound route() {
            return new NotFound("ROUTE_NOT_FOUND", "There is nothing at this path; see /docs");
        }
    }

    /** 405: the path exists, the method does not. */
    public static final class MethodNotAllowed extends Problem {
        private final String allow;

        public MethodNotAllowed(String method, String allow) {
            super(405, "METHOD_NOT_ALLOWED", "This path does not answer " + method + "; it answers " + allow);
            this.allow = allow;
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Allow", allow);
        }
    }

    /** 409: the request conflicts with the state of things. */
    public static final class Conflict extends Problem {
        public Conflict(String code, String message) {
            super(409, code, message);
        }
    }

    /** 413: the body is larger than this path takes. */
    public static final class TooLarge extends Problem {
        public TooLarge(long bytesMax) {
            super(413, "PAYLOAD_TOO_LARGE", "The body is larger than the " + bytesMax + " bytes that this path takes");
        }
    }

    /** 415: the body is of a kind that this path does not take. */
    public static final class UnsupportedMedia extends Problem {
        public UnsupportedMedia(String message) {
            super(415, "UNSUPPORTED_MEDIA_TYPE", message);
        }
    }

    /** 422: well-formed, and refused by a business rule. */
    public static final class Refused extends Problem {
        public Refused(String code, String message) {
            super(422, code, message);
        }
    }

    /** 423: the amount is outside what may be moved now. */
    public static final class OutOfRange extends Problem {
        public OutOfRange(String code, String message) {
            super(423, code, message);
        }
    }

    /** 429: too many requests. */
    public static final class RateLimited extends Problem {
        private final long waitSeconds;

        public RateLimited(long waitSeconds) {
            super(429, "RATE_LIMITED", "Too many requests; try again in " + waitSeconds + " s");
            this.waitSeconds = waitSeconds;
        }

        @Override
        public Map<String, String> headers() {
            var wait = Long.toString(waitSeconds);
            return Map.of("X-RateLimit-After", wait, "Retry-After", wait, "X-RateLimit-Remaining", "0");
        }
    }

    /** 503: this cannot be done now; the same request may pass later. */
    public static final class Unavailable extends Problem {
        private final long retrySeconds;

        public Unavailable(String code, String message) {
            this(code, message, 1);
        }

        /** @param retrySeconds when trying again may help, 1 or more */
        public Unavailable(String code, String message, long retrySeconds) {
            super(503, code, message);
            this.retrySeconds = Math.max(1, retrySeconds);
        }

        /** The database cannot be reached, or more is queued than can be done soon. Nothing was acknowledged. */
        public static Unavailable service() {
            return new Unavailable(
                    "SERVICE_UNAVAILABLE", "The service cannot answer now; retry with the same Idempotency-Key");
        }

        /** The answer was lost on its way: what was asked for may or may not have happened. */
        public static Unavailable outcomeUnknown() {
            return new Unavailable(
                    "SERVICE_UNAVAILABLE",
                    "This request may or may not have been carried out; retry with the same Idempotency-Key, which is safe");
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Retry-After", Long.toString(retrySeconds));
        }
    }

    /** 503: too many bytes of other requests are held; nothing more is read from this connection. */
    public static final class NoRoom extends Problem {
        public NoRoom() {
            super(503, "SERVICE_UNAVAILABLE", "Too much is being received now; send it again in a moment");
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Connection", "close", "Retry-After", "1");
        }
    }

    /** 500: a fault of ours. Nothing leaks but the request id, which finds the log line. */
    public static final class Internal extends Problem {
        public Internal(String requestId) {
            super(500, "INTERNAL_ERROR", "Something went wrong on our side; quote request id " + requestId);
        }
    }
}
