package io.tical.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tical.common.Json;
import io.tical.server.problem.Problem.FieldError;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format of every JSON response: {@code success}, {@code data}, {@code error}, on failure {@code code}, and {@code
 * meta} with the request id and the time.
 */
public final class Envelope {
    private static final byte[] HEAD = "{\"success\":true,\"data\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TAIL = ",\"error\":null,\"meta\":".getBytes(StandardCharsets.UTF_8);

    private Envelope() {}

    /** The body of a success, with unchanged bytes of {@code data}. */
    public static byte[] success(Answer answer, String requestId) {
        var tail = tail(requestId, answer.meta());
        var out = new ByteArrayOutputStream(HEAD.length + answer.data().length + tail.length);
        out.writeBytes(HEAD);
        out.writeBytes(answer.data());
        out.writeBytes(tail);
        return out.toByteArray();
    }

    /** The bytes of a success before its {@code data}. */
    static byte[] head() {
        return HEAD.clone();
    }

    /**
     * The bytes of a success after its {@code data}.
     *
     * @param more further fields of {@code meta}
     */
    static byte[] tail(String requestId, Map<String, Object> more) {
        var out = new ByteArrayOutputStream(160);
        out.writeBytes(TAIL);
        if (more.isEmpty()) {
            // A request id matches [A-Za-z0-9._-]*, so it needs no escaping.
            var meta = "{\"request_id\":\"" + requestId + "\",\"timestamp\":"
                    + Instant.now().getEpochSecond() + "}";
            out.writeBytes(meta.getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeBytes(Json.bytes(meta(requestId, more)));
        }
        out.write('}');
        return out.toByteArray();
    }

    private record Failure(
            boolean success,
            @Nullable Object data,
            String error,
            String code,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Object details,

            Map<String, Object> meta) {}

    /** The body of a failure. */
    public static byte[] failure(ErrorAnswer failure, String requestId) {
        return Json.bytes(new Failure(
                false,
                null,
                failure.message(),
                failure.code(),
                failure.errors(),
                failure.details(),
                meta(requestId, Map.of())));
    }

    private static Map<String, Object> meta(String requestId, Map<String, Object> more) {
        var meta = new LinkedHashMap<String, Object>();
        meta.put("request_id", requestId);
        meta.put("timestamp", Instant.now().getEpochSecond());
        meta.putAll(more);
        return meta;
    }
}
