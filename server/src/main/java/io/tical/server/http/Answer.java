package io.tical.server.http;

import io.tical.common.Json;
import io.tical.server.idempotency.StoredAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a request is answered with, before the envelope.
 *
 * @param status 200 to 202
 * @param data the bytes of {@code data}; kept and replayed exactly as they are
 * @param meta what {@code meta} says beside the request id and the time
 * @param headers headers beside those that every answer has
 * @param cookies what browsers are to keep, as the values of {@code Set-Cookie}
 */
public record Answer(
        int status, byte[] data, Map<String, Object> meta, Map<String, String> headers, List<String> cookies) {
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

    /** What an idempotency record has: a replay says so in {@code Idempotent-Replayed}. */
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
