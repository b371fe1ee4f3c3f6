package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** An operator at the admin socket. */
record BenchOperator(int port, String token) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** A response. */
    record Reply(int status, JsonNode json) {
        JsonNode data() {
            return json.get("data");
        }
    }

    static BenchOperator signIn(int port, String username, String password) throws IOException, InterruptedException {
        var body = "{\"username\":\"" + username + "\",\"password\":\"" + password + "\"}";
        var reply = new BenchOperator(port, "").post("/admin/v1/session", body);
        if (reply.status() != 200) {
            throw new IOException("an operator cannot sign in: " + reply.json());
        }
        return new BenchOperator(port, reply.data().get("token").textValue());
    }

    /** An administrator of a new service, who has proved who they are. */
    static BenchOperator administrator(ServiceProcess service, String username)
            throws IOException, InterruptedException {
        var found = Json.mapper()
                .readTree(service.home().resolve("credentials.json").toFile())
                .get("operators")
                .valueStream()
                .filter(one -> one.get("username").textValue().equals(username))
                .findFirst()
                .orElseThrow();
        var password = found.get("password").textValue();
        var admin = signIn(service.adminPort(), username, password);
        var proved = admin.post("/admin/v1/session/step-up", "{\"password\":\"%s\"}".formatted(password));
        if (proved.status() != 200) {
            throw new IOException("a step-up was refused: " + proved.json());
        }
        return admin;
    }

    /** Sends a form with a file. */
    Reply upload(String target, byte[] file) throws IOException, InterruptedException {
        return send(request(target)
                .header("Content-Type", "multipart/form-data; boundary=a-form-of-the-bench")
                .POST(BodyPublishers.concat(
                        BodyPublishers.ofString(
                                "--a-form-of-the-bench\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n"),
                        BodyPublishers.ofByteArray(file),
                        BodyPublishers.ofString("\r\n--a-form-of-the-bench--\r\n")))
                .build());
    }

    Reply get(String target) throws IOException, InterruptedException {
        return send(request(target).GET().build());
    }

    Reply post(String target, String body) throws IOException, InterruptedException {
        return send(request(target)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private static Reply send(HttpRequest request) throws IOException, InterruptedException {
        var answer = HTTP.send(request, BodyHandlers.ofByteArray());
        return new Reply(answer.statusCode(), Json.mapper().readTree(answer.body()));
    }

    /** Opens the event stream, which the caller reads and closes. */
    HttpResponse<InputStream> events() throws IOException, InterruptedException {
        var answer = HTTP.send(request("/admin/v1/events").GET().build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException("the event stream was answered " + answer.statusCode());
        }
        return answer;
    }

    /** A request for a load client. */
    byte[] request(String method, String target, String body) {
        return LoadClient.request(method, target, List.of("Authorization: Bearer " + token), body);
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .header("Authorization", "Bearer " + token);
    }
}
