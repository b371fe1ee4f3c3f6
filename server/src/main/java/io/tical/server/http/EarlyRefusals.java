package io.tical.server.http;

import io.tical.server.http.wire.Refusals;
import io.tical.server.http.wire.Violation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers requests that are refused before they are read completely, in the {@link Envelope}. */
final class EarlyRefusals implements Refusals {
    @Override
    public byte[] malformed(Violation violation, @Nullable String requestId, boolean head) {
        return answer("400 Bad Request", new ErrorAnswer(400, "REQUEST_INVALID", violation.message()), requestId, head);
    }

    @Override
    public byte[] incomplete(@Nullable String requestId, boolean head) {
        return answer("400 Bad Request", HttpProblem.brokenBody().answer(), requestId, head);
    }

    @Override
    public byte[] timedOut(@Nullable String requestId, boolean head) {
        return answer("408 Request Timeout", HttpProblem.timedOut().answer(), requestId, head);
    }

    private static byte[] answer(String status, ErrorAnswer failure, @Nullable String sentId, boolean head) {
        var requestId = RequestId.of(sentId);
        var body = Envelope.failure(failure, requestId);
        Map<String, String> headers = new TreeMap<>(Responses.standardHeaders(requestId));
        headers.putAll(failure.headers());
        headers.put("Connection", "close");
        headers.put("Content-Length", Integer.toString(body.length));
        var text = new StringBuilder("HTTP/1.1 ").append(status).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        var out = new ByteArrayOutputStream(1024);
        out.writeBytes(text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        if (!head) {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }
}
