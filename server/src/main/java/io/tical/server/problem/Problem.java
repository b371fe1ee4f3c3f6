package io.tical.server.problem;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a request is refused: a code for programs, and a sentence that says what happened and what to do. Rules throw it without knowing
 * HTTP; package {@code http} maps it to a status. It records no stack trace, so it is cheap.
 */
public abstract sealed class Problem extends RuntimeException {
    private final String code;
    private final transient @Nullable About about;

    private Problem(String code, String message) {
        this(code, message, null);
    }

    private Problem(String code, String message, @Nullable About about) {
        super(message, null, false, false);
        this.code = code;
        this.about = about;
    }

    /**
     * Another object that a refusal is about. Only operators may learn what it is, because it may belong to another organization.
     *
     * @param role why it is named, a lower-case word such as {@code payout_refund} or {@code match}
     * @param type such as {@code payout}
     * @param transfer the reference of the bank transfer that both name; null if the refusal is about none
     */
    public record About(
            String role, String type, UUID id, @Nullable String transfer) {}

    /** The other object that it is about. */
    public final Optional<About> about() {
        return Optional.ofNullable(about);
    }

    public final String code() {
        return code;
    }

    public final String message() {
        return String.valueOf(getMessage());
    }

    /** The error of one field. */
    public record FieldError(String field, String code, String message) {}

    /** The request is malformed. */
    public static final class BadRequest extends Problem {
        public BadRequest(String code, String message) {
            super(code, message);
        }
    }

    /** {@code VALIDATION_FAILED}: lists the invalid fields of the request. */
    public static final class Invalid extends Problem {
        private final transient List<FieldError> errors;

        public Invalid(List<FieldError> errors) {
            super(
                    "VALIDATION_FAILED",
                    errors.getFirst().field() + ": " + errors.getFirst().message());
            this.errors = List.copyOf(errors);
        }

        /** @throws Invalid if there are errors */
        public static void check(List<FieldError> errors) {
            if (!errors.isEmpty()) {
                throw new Invalid(errors);
            }
        }

        public Invalid(String field, String code, String message) {
            this(List.of(new FieldError(field, code, message)));
        }

        public List<FieldError> errors() {
            return errors;
        }
    }

    /** The caller is unknown. */
    public static final class Unauthorized extends Problem {
        public Unauthorized(String code, String message) {
            super(code, message);
        }
    }

    /** The caller lacks the permission. */
    public static final class Forbidden extends Problem {
        public Forbidden(String code, String message) {
            super(code, message);
        }

        /** {@code PERMISSION_DENIED}: the role of a signed-in person does not permit an operation. */
        public static Forbidden ofRole() {
            return new Forbidden(
                    "PERMISSION_DENIED", "Your role does not permit this operation; ask a user with the required role");
        }
    }

    /** The resource does not exist, or belongs to another merchant or environment; callers cannot distinguish the two. */
    public static final class NotFound extends Problem {
        private final boolean named;

        public NotFound(String code, String message) {
            this(code, message, false);
        }

        private NotFound(String code, String message, boolean named) {
            super(code, message);
            this.named = named;
        }

        /** @param resource its name in the API, such as {@code payout} */
        public static NotFound of(String resource) {
            return new NotFound(
                    resource.toUpperCase(Locale.ROOT) + "_NOT_FOUND",
                    "There is no such " + resource.replace('_', ' '),
                    true);
        }

        /** For an API key, which sees the objects of its own environment only. */
        public NotFound forKey(boolean livemode) {
            if (!named) {
                return this;
            }
            var hint = livemode
                    ? " in the live environment; check the id, and use a test key for a test object"
                    : " in the test environment; check the id, and use a live key for a live object";
            return new NotFound(code(), message() + hint);
        }
    }

    /** The request conflicts with the state of its object. */
    public static final class Conflict extends Problem {
        public Conflict(String code, String message) {
            super(code, message);
        }

        public Conflict(String code, String message, About about) {
            super(code, message, about);
        }

        /**
         * {@code VERSION_CONFLICT}: the object is not at the version that the caller decided on.
         *
         * @param resource its name in the API, such as {@code payout}
         */
        public static Conflict changed(String resource) {
            return new Conflict(
                    "VERSION_CONFLICT",
                    "The " + resource.replace('_', ' ')
                            + " has changed since you loaded it. Load it again and decide on its current state.");
        }
    }

    /** The body is too large. */
    public static final class TooLarge extends Problem {
        public TooLarge(long bytesMax) {
            super(
                    "PAYLOAD_TOO_LARGE",
                    "The body is larger than the " + bytesMax + " bytes that this operation accepts");
        }
    }

    /** The media type of the body is not accepted. */
    public static final class UnsupportedMedia extends Problem {
        public UnsupportedMedia(String message) {
            super("UNSUPPORTED_MEDIA_TYPE", message);
        }
    }

    /** The request is well-formed, and a business rule refuses it. */
    public static final class Refused extends Problem {
        public Refused(String code, String message) {
            super(code, message);
        }

        public Refused(String code, String message, About about) {
            super(code, message, about);
        }
    }

    /** The amount is outside the limits that apply now. */
    public static final class OutOfRange extends Problem {
        public OutOfRange(String code, String message) {
            super(code, message);
        }
    }

    /** Too many requests. */
    public static final class RateLimited extends Problem {
        private final long retrySeconds;

        /** @param retrySeconds the seconds until the next request is accepted */
        public RateLimited(long retrySeconds) {
            this("Too many requests; try again in " + retrySeconds + " s", retrySeconds);
        }

        /** @param retrySeconds the seconds until a retry may succeed */
        public RateLimited(String message, long retrySeconds) {
            super("RATE_LIMITED", message);
            this.retrySeconds = retrySeconds;
        }

        public long retrySeconds() {
            return retrySeconds;
        }
    }

    /** The service cannot do this now; the same request may succeed later. */
    public static final class Unavailable extends Problem {
        private static final String SERVICE = "SERVICE_UNAVAILABLE";

        /** An operator must free space, or mend a standby. */
        private static final long OPERATOR_RETRY_SECONDS = 30;

        private final long retrySeconds;
        private final boolean namesKey;

        public Unavailable(String code, String message) {
            this(code, message, 1);
        }

        /** @param retrySeconds the seconds until a retry may succeed, 1 or more */
        public Unavailable(String code, String message, long retrySeconds) {
            this(code, message, retrySeconds, false);
        }

        private Unavailable(String code, String message, long retrySeconds, boolean namesKey) {
            super(code, message);
            this.retrySeconds = Math.max(1, retrySeconds);
            this.namesKey = namesKey;
        }

        /** The database cannot be reached, or the queues are full. The request was not executed. */
        public static Unavailable service() {
            return new Unavailable(
                    SERVICE, "The service cannot answer now; retry with the same Idempotency-Key", 1, true);
        }

        /** There is no disk space. The request was not executed. */
        public static Unavailable full() {
            return new Unavailable(
                    SERVICE,
                    "The service cannot store anything now, because its disk is full; retry with the same Idempotency-Key",
                    OPERATOR_RETRY_SECONDS,
                    true);
        }

        /** The operator requires that a standby has all live money, and none has. The request was not executed. */
        public static Unavailable withoutStandby() {
            return new Unavailable(
                    SERVICE,
                    "Live money is refused until the service's database has a standby again; retry with the same Idempotency-Key",
                    OPERATOR_RETRY_SECONDS,
                    true);
        }

        /** The request needs a row that the service did not write, so it is refused until the row is restored. */
        public static Unavailable altered(String requestId) {
            return new Unavailable(
                    SERVICE,
                    "A record that this request needs was changed outside the service. Contact the operator with request id "
                            + requestId);
        }

        /** The outcome of a commit is unknown. */
        public static Unavailable outcomeUnknown() {
            return new Unavailable(
                    SERVICE,
                    "The outcome of this request is unknown; retry it with the same Idempotency-Key, which is safe",
                    1,
                    true);
        }

        /** For a request that only reads, which has no key and no outcome. */
        public Unavailable forReading() {
            return namesKey
                    ? new Unavailable(
                            code(), "The service cannot answer now. Try again in a few seconds.", retrySeconds)
                    : this;
        }

        public long retrySeconds() {
            return retrySeconds;
        }
    }
}
