package io.tical.console.api;

import io.tical.common.admin.Mention;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why something that the service was asked for is not known to be done. */
public abstract sealed class ApiProblem extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private ApiProblem(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The service refused. Nothing was changed. */
    public static final class Refused extends ApiProblem {
        @Serial
        private static final long serialVersionUID = 1;

        private final int status;
        private final String code;
        private final @Nullable String requestId;
        private final transient List<FieldProblem> fields;
        private final long retrySeconds;
        private final transient @Nullable Mention about;

        public Refused(int status, String code, String message, @Nullable String requestId, List<FieldProblem> fields) {
            this(status, code, message, requestId, fields, 0, null);
        }

        /**
         * @param retrySeconds after which the request may succeed; 0 if the service names none
         * @param about the other object that the refusal is about; null without one
         */
        public Refused(
                int status,
                String code,
                String message,
                @Nullable String requestId,
                List<FieldProblem> fields,
                long retrySeconds,
                @Nullable Mention about) {
            super(message, null);
            this.about = about;
            this.retrySeconds = retrySeconds;
            this.status = status;
            this.code = code;
            this.requestId = requestId;
            this.fields = List.copyOf(fields);
        }

        public int status() {
            return status;
        }

        /** For programs, such as {@code VERSION_CONFLICT}. */
        public String code() {
            return code;
        }

        /** Finds the request in the service's log. */
        public @Nullable String requestId() {
            return requestId;
        }

        public List<FieldProblem> fields() {
            return fields;
        }

        /** The other object that it is about; null without one. */
        public @Nullable Mention about() {
            return about;
        }

        /** After how many seconds the request may succeed; 0 if the service names none. */
        public long retrySeconds() {
            return retrySeconds;
        }

        /** Whether the session has ended, so that the operator must sign in again. */
        public boolean endsSession() {
            return status == 401;
        }
    }

    /** No answer came. What was sent may have taken effect or not. */
    public static final class NoAnswer extends ApiProblem {
        @Serial
        private static final long serialVersionUID = 1;

        public NoAnswer(Throwable cause) {
            super(String.valueOf(cause.getMessage()), cause);
        }
    }

    /** The console itself failed. What was sent may have taken effect or not. */
    public static final class Defect extends ApiProblem {
        @Serial
        private static final long serialVersionUID = 1;

        private final String type;

        public Defect(Throwable cause) {
            super(String.valueOf(cause.getMessage()), cause);
            this.type = cause.getClass().getSimpleName();
        }

        /** The type of the exception. */
        public String type() {
            return type;
        }
    }

    /**
     * What is wrong with one field of a request.
     *
     * @param code for programs, such as {@code required}
     * @param message in the language of the API
     */
    public record FieldProblem(String field, String code, String message) {}
}
