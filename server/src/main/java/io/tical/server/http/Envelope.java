package io.tical.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tical.common.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * The format of every JSON response: {@code success}, {@code data}, {@code error}, on failure {@code code}, and {@code
 * meta} with the request id and the time (spec, Response envelope).
 */
public final class Envelope {
    private static final byte[] HEAD = "{\"success\":true,\"data\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TAIL = ",\"error\":null,".getBytes(StandardCharsets.UTF_8);

    private Envelope() {}

    /** The body of a success, with unchanged bytes of {@code data}. */
    public static byte[] success(Answer answer, String requestId) {
        var out = new ByteArrayOutputStream(answer.data().length + 160);
        out.writeBytes(HEAD);
        out.writeBytes(answer.data());
        out.writeBytes(TAIL);
        if (answer.meta().isEmpty()) {
            // A request id matches [A-Za-z0-9._-]*, so it needs no escaping.
            var meta = "\"meta\":{\"request_id\":\"" + requestId + "\",\"timestamp\":"
                    + Instant.now().getEpochSecond() + "}}";
            out.writeBytes(meta.getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeBytes("\"meta\":".getBytes(StandardCharsets.UTF_8));
            write(out, json -> meta(json, requestId, answer.meta()));
            out.write('}');
        }
        return out.toByteArray();
    }

    /** The body of a failure. */
    public static byte[] failure(ErrorAnswer failure, String requestId) {
        var out = new ByteArrayOutputStream(256);
        write(out, json -> {
            json.writeStartObject();
            json.writeBooleanField("success", false);
            json.writeNullField("data");
            json.writeStringField("error", failure.message());
            json.writeStringField("code", failure.code());
            if (!failure.errors().isEmpty()) {
                json.writePOJOField("errors", failure.errors());
            }
            json.writeFieldName("meta");
            meta(json, requestId, Map.of());
            json.writeEndObject();
        });
        return out.toByteArray();
    }

    private static void meta(JsonGenerator json, String requestId, Map<String, Object> more) throws IOException {
        json.writeStartObject();
        json.writeStringField("request_id", requestId);
        json.writeNumberField("timestamp", Instant.now().getEpochSecond());
        for (var entry : more.entrySet()) {
            json.writePOJOField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    private interface Writer {
        void write(JsonGenerator json) throws IOException;
    }

    private static void write(ByteArrayOutputStream out, Writer writer) {
        try (var json = Json.mapper().getFactory().createGenerator(out)) {
            writer.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
    }
}
