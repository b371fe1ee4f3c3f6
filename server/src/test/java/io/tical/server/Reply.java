package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the service answered. */
public record Reply(int status, HttpHeaders headers, JsonNode json, String text) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Sends a request with exactly these headers to a socket of this machine. */
    static HttpResponse<byte[]> exchange(
            int port, String method, String path, Map<String, String> headers, BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body);
        headers.forEach(request::header);
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The same with a text, which is JSON unless the headers say otherwise. */
    static HttpResponse<byte[]> exchange(
            int port, String method, String path, Map<String, String> headers, @Nullable String body) {
        var all = new LinkedHashMap<>(headers);
        if (body != null && !body.isEmpty()) {
            all.putIfAbsent("Content-Type", "application/json");
        }
        return exchange(
                port, method, path, all, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    private static boolean isCsv(HttpResponse<?> answer) {
        return answer.headers().firstValue("Content-Type").orElse("").startsWith("text/csv");
    }

    static Reply of(HttpResponse<byte[]> answer) {
        try {
            return new Reply(
                    answer.statusCode(),
                    answer.headers(),
                    isCsv(answer) ? MissingNode.getInstance() : Json.mapper().readTree(answer.body()),
                    new String(answer.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonNode data() {
        return json.get("data");
    }

    public String code() {
        return json.path("code").asText();
    }

    public String word(String field) {
        return data().get(field).asText();
    }

    public long number(String field) {
        return data().get(field).asLong();
    }

    public Reply expect(int status) {
        assertThat(this.status).as(text).isEqualTo(status);
        return this;
    }

    public Reply expect(int status, String code) {
        assertThat(this.status + " " + code()).as(text).isEqualTo(status + " " + code);
        return this;
    }
}
