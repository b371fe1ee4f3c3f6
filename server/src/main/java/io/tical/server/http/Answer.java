package io.tical.server.http;

import io.tical.common.Json;
import io.tical.server.idempotency.StoredAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The response of a handler, before the envelope.
 *
 * @param status 200 to 202
 * @param data the bytes of {@code data}, stored and replayed unchanged
 * @param meta further fields of {@code meta}
 * @param cookies values of {@code Set-Cookie}
 */
public record Answer(
        int status, byte[] data, Map<String, Object> meta, Map<String, String> headers, List<String> cookies)
        implements Content {
    public Answer(int status, byte[] data, Map<String, Object> meta, Map<String, String> headers) {
        this(status, data, meta, headers, List.of());
    }

    public Answer(int status, byte[] data) {
        this(status, data, Map.of(), Map.of());
    }

    public static Answer ok(Object view) {
        return new Answer(200, Json.bytes(view));
    }

    public static Answer created(Object view) {
        return new Answer(201, Json.bytes(view));
    }

    /** Creates the response of an idempotency record. Replays have the header {@code Idempotent-Replayed}. */
    public static Answer of(StoredAnswer stored) {
        var answer = new Answer(stored.status(), stored.data());
        return stored.replayed() ? answer.withHeader("Idempotent-Replayed", "true") : answer;
    }

    StoredAnswer stored() {
        return new StoredAnswer(status, data);
    }

    public Answer withHeader(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, data, meta, more, cookies);
    }

    public Answer withCookie(String cookie) {
        var more = new ArrayList<>(cookies);
        more.add(cookie);
        return new Answer(status, data, meta, headers, more);
    }
}
