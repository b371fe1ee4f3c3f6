package io.tical.server.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Version;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of an operator with a running service, for commands that decide. Whoever has this machine may do no more than the operator whose
 * password they know.
 */
final class OperatorConnection implements AutoCloseable {
    private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(5);
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECTED_WITHIN).build();
    private final URI address;
    private final Terminal terminal;
    private String token = "";
    private String stepUp = "";
    private String password = "";

    /** The service refused, and changed nothing. The message is for the operator. */
    static final class Refused extends RuntimeException {
        private final String code;

        Refused(String code, String message) {
            super(message);
            this.code = code;
        }

        boolean is(String other) {
            return code.equals(other);
        }
    }

    /** @param address of the admin socket, such as {@code http://127.0.0.1:8082} */
    OperatorConnection(URI address, Terminal terminal) {
        this.address = address;
        this.terminal = terminal;
    }

    /**
     * Signs in.
     *
     * @param username asks for it if it is empty
     */
    void signIn(String username) {
        var name = username.isEmpty() ? terminal.line("User name:") : username;
        password = terminal.secret("Password of " + name + ":");
        var fields = new HashMap<String, Object>(Map.of("username", name, "password", password));
        JsonNode session;
        try {
            session = send("POST", "/admin/v1/session", fields);
        } catch (Refused refused) {
            if (!refused.is("SECOND_FACTOR_REQUIRED")) {
                throw refused;
            }
            fields.put("code", terminal.secret("Code of the authenticator app:"));
            session = send("POST", "/admin/v1/session", fields);
        }
        token = session.path("token").asText();
        stepUp = session.path("step_up").asText();
    }

    JsonNode get(String path) {
        return send("GET", path, null);
    }

    /** Proves who the operator is once more where the service asks for it. */
    JsonNode post(String path, Map<String, ?> fields) {
        try {
            return send("POST", path, fields);
        } catch (Refused refused) {
            if (!refused.is("STEP_UP_REQUIRED")) {
                throw refused;
            }
            send(
                    "POST",
                    "/admin/v1/session/step-up",
                    stepUp.equals("code")
                            ? Map.of("code", terminal.secret("The next code of the authenticator app:"))
                            : Map.of("password", password));
            return send("POST", path, fields);
        }
    }

    private JsonNode send(String method, String path, @Nullable Map<String, ?> fields) {
        var request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(ANSWERED_WITHIN)
                .header("User-Agent", "Tical-Command/" + Version.TEXT)
                .header("X-Request-Id", Ids.next().toString())
                .method(
                        method,
                        fields == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(fields)));
        if (fields != null) {
            request.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            var reply = client.send(request.build(), BodyHandlers.ofByteArray());
            var answer = Json.mapper().readTree(reply.body());
            if (reply.statusCode() / 100 != 2) {
                throw new Refused(
                        answer.path("code").asText(),
                        answer.path("error").asText("The service answered " + reply.statusCode()));
            }
            return answer.path("data");
        } catch (IOException e) {
            throw new Refused(
                    "NO_ANSWER",
                    "No service answers at " + address + " (" + e.getMessage()
                            + "). Start it, or say where it is with --at");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("NO_ANSWER", "The command was interrupted; look at ./tical fence before you repeat it");
        }
    }

    @Override
    public void close() {
        if (!token.isEmpty()) {
            try {
                send("DELETE", "/admin/v1/session", null);
            } catch (Refused already) {
                token = "";
            }
        }
        client.close();
    }
}
