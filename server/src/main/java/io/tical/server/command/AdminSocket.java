package io.tical.server.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Version;
import java.io.IOException;
import java.io.Serial;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The admin socket of a running service, as one operator uses it. The token of the session is kept in memory only, and the session ends when
 * this is closed. Every method throws {@link Refused} or {@link NoAnswer}.
 */
final class AdminSocket implements AutoCloseable {
    private static final String SESSION = "/admin/v1/session";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final URI address;
    private final Typed typed;
    private @Nullable String token;
    private String proof = "";

    /** @param address such as {@code http://127.0.0.1:8082} */
    AdminSocket(URI address, Typed typed) {
        this.address = address;
        this.typed = typed;
    }

    /** The service refused, and changed nothing. The message has its words. */
    static final class Refused extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final int status;
        private final String code;

        private Refused(int status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }

        boolean notFound() {
            return status == 404;
        }
    }

    /** No answer came, or none of this service. */
    static final class NoAnswer extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private NoAnswer(String message, Exception cause) {
            super(message, cause);
        }
    }

    /**
     * Asks for the password, and for a code if the operator has a second factor.
     *
     * @param username null to ask for it
     */
    void signIn(@Nullable String username) {
        var name = username == null ? typed.line("Operator: ") : username;
        var fields = new TreeMap<>(Map.of("username", name, "password", typed.secret("Password of " + name + ": ")));
        var session = signedIn(fields);
        proof = session.path("step_up").asText();
        token = session.path("token").asText();
    }

    private JsonNode signedIn(Map<String, String> fields) {
        try {
            return send("POST", SESSION, fields, Ids.next().toString());
        } catch (Refused refused) {
            if (!refused.code.equals("SECOND_FACTOR_REQUIRED")) {
                throw refused;
            }
        }
        fields.put("code", typed.secret("Code of the authenticator app, or a recovery code: "));
        return send("POST", SESSION, fields, Ids.next().toString());
    }

    <T> T get(String path, Class<T> type) {
        return read(send("GET", path, null, Ids.next().toString()), type);
    }

    <T> List<T> list(String path, Class<T> type) {
        return send("GET", path, null, Ids.next().toString())
                .valueStream()
                .map(one -> read(one, type))
                .toList();
    }

    /** Sends a decision, and asks for the proof again who the operator is if the service requires it. */
    JsonNode decide(String path, Map<String, ?> fields) {
        var request = Ids.next().toString();
        try {
            return send("POST", path, fields, request);
        } catch (Refused refused) {
            if (!refused.code.equals("STEP_UP_REQUIRED")) {
                throw refused;
            }
        }
        var question = proof.equals("code")
                ? "This changes a control. A new code of the authenticator app: "
                : "This changes a control. Your password again: ";
        send(
                "POST",
                SESSION + "/step-up",
                Map.of(proof, typed.secret(question)),
                Ids.next().toString());
        return send("POST", path, fields, request);
    }

    private JsonNode send(String method, String path, @Nullable Object body, String requestId) {
        var request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(ANSWER_TIMEOUT)
                .header("User-Agent", "Tical-Command/" + Version.TEXT)
                .header("X-Request-Id", requestId)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            var answer = http.send(request.build(), BodyHandlers.ofByteArray());
            var envelope = Json.mapper().readTree(answer.body());
            if (answer.statusCode() / 100 != 2) {
                throw new Refused(answer.statusCode(), envelope.path("code").asText(), words(envelope));
            }
            return envelope.path("data");
        } catch (ConnectException e) {
            throw new NoAnswer(
                    "No service answers at " + address + ". Start it, or say with --at where its admin socket is.", e);
        } catch (JsonProcessingException e) {
            throw new NoAnswer("What answers at " + address + " is not the admin socket of Tical.", e);
        } catch (IOException e) {
            throw new NoAnswer(
                    "No answer came from " + address + " (" + e.getMessage() + ")."
                            + (method.equals("GET") ? "" : " It may have been done: look before you repeat it."),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer("The command was interrupted.", e);
        }
    }

    /** The service's words, with those on single fields. */
    private static String words(JsonNode envelope) {
        var fields = envelope.path("errors")
                .valueStream()
                .map(one ->
                        one.path("field").asText() + " " + one.path("message").asText())
                .collect(Collectors.joining("; "));
        return "Refused: " + envelope.path("error").asText() + (fields.isEmpty() ? "" : " (" + fields + ")") + " ["
                + envelope.path("code").asText() + ", request "
                + envelope.at("/meta/request_id").asText() + "]";
    }

    private static <T> T read(JsonNode data, Class<T> type) {
        try {
            return Json.mapper().treeToValue(data, type);
        } catch (JsonProcessingException e) {
            throw new NoAnswer("The service answered as another version would. Use the command of its version.", e);
        }
    }

    /** Signs out. A session that cannot be ended now ends by itself. */
    @Override
    public void close() {
        try {
            if (token != null) {
                send("DELETE", SESSION, null, Ids.next().toString());
            }
        } catch (Refused | NoAnswer ended) {
            token = null;
        } finally {
            http.shutdownNow();
        }
    }
}
