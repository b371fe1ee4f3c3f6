package io.tical.console.api;

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

        public Refused(int status, String code, String message, @Nullable String requestId, List<FieldProblem> fields) {
            super(message, null);
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

    /** What is wrong with one field of a request. */
    public record FieldProblem(String field, String message) {}
}
