package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/**
 * One caller of the demo service. Every request must succeed.
 *
 * @param address of the socket
 * @param headers the credentials of the caller
 */
record DemoClient(String address, Map<String, String> headers) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String BOUNDARY = "a-form-of-the-demo";

    static DemoClient withToken(String address, String token) {
        return new DemoClient(address, Map.of("Authorization", "Bearer " + token));
    }

    /** An operator who has signed in, and may change controls for a few minutes. */
    static DemoClient operator(String address, String username, String password) {
        var session = new DemoClient(address, Map.of())
                .post("/admin/v1/session", Map.of("username", username, "password", password));
        var operator = withToken(address, session.path("token").asText());
        operator.post("/admin/v1/session/step-up", Map.of("password", password));
        return operator;
    }

    /** A user of a merchant's dashboard who has signed in. */
    static DemoClient user(String address, String username, String password) {
        var answer = new DemoClient(address, Map.of())
                .exchange("POST", "/api/session", body(Map.of("username", username, "password", password)));
        var session = data(answer);
        var cookie = answer.headers().allValues("Set-Cookie").stream()
                .filter(one -> one.startsWith("tical_session="))
                .findFirst()
                .orElseThrow();
        return new DemoClient(
                address,
                Map.of(
                        "Cookie", cookie.substring(0, cookie.indexOf(';')),
                        "X-CSRF-Token", session.path("csrf_token").asText()));
    }

    JsonNode get(String path) {
        return data(exchange("GET", path, BodyPublishers.noBody()));
    }

    byte[] bytes(String path) {
        return exchange("GET", path, BodyPublishers.noBody()).body();
    }

    JsonNode post(String path, Map<String, ?> fields) {
        return data(exchange("POST", path, body(fields)));
    }

    /** A change of a control, which a colleague approves. */
    void changeWith(DemoClient colleague, String method, String path, Map<String, ?> fields) {
        var noted = new HashMap<String, Object>(fields);
        noted.put("note", "For the demo");
        var asked = data(exchange(method, path, body(noted)));
        colleague.post("/admin/v1/approvals/" + asked.path("approval_id").asText() + "/approve", Map.of());
    }

    JsonNode put(String path, Map<String, ?> fields) {
        return data(exchange("PUT", path, body(fields)));
    }

    JsonNode patch(String path, Map<String, ?> fields) {
        return data(exchange("PATCH", path, body(fields)));
    }

    /** Sends a payin's slip. */
    void slip(String payinId, byte[] picture) {
        file("/v1/payins/" + payinId + "/slip", "slip", picture);
    }

    /** Sends a form with a file. */
    JsonNode file(String path, String field, byte[] file) {
        var form = BodyPublishers.concat(
                BodyPublishers.ofString("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field
                        + "\"; filename=\"file\"\r\n\r\n"),
                BodyPublishers.ofByteArray(file),
                BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
        var types = new HashMap<>(headers);
        types.put("Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
        return data(new DemoClient(address, types).exchange("POST", path, form));
    }

    private static BodyPublisher body(Map<String, ?> fields) {
        return BodyPublishers.ofByteArray(Json.bytes(fields));
    }

    private HttpResponse<byte[]> exchange(String method, String path, BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, body)
                .header("Idempotency-Key", Ids.next().toString());
        headers.forEach(request::header);
        if (!headers.containsKey("Content-Type") && body.contentLength() > 0) {
            request.header("Content-Type", "application/json");
        }
        try {
            var answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(method + " " + path + " was answered " + answer.statusCode() + ": "
                        + Json.mapper().readTree(answer.body()));
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The demo was stopped", e);
        }
    }

    private static JsonNode data(HttpResponse<byte[]> answer) {
        try {
            return Json.mapper().readTree(answer.body()).path("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
