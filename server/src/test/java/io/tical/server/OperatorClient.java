package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An operator at the admin socket: real HTTP, with the token of a session. Each answer must be as it is documented. */
public final class OperatorClient {
    private static final OpenApiContract CONTRACT = OpenApiContract.operators();

    private final int port;
    private final String username;
    private final String password;
    private String token = "";

    public OperatorClient(int port, String username, String password) {
        this.port = port;
        this.username = username;
        this.password = password;
    }

    public String username() {
        return username;
    }

    public String token() {
        return token;
    }

    /** The first bank account of the operator in a currency. */
    public JsonNode bankAccount(String currency) {
        return get("/admin/v1/collection-accounts")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("currency").asText().equals(currency))
                .findFirst()
                .orElseThrow();
    }

    /** The same session at another node. */
    public OperatorClient at(int otherPort) {
        var other = new OperatorClient(otherPort, username, password);
        other.token = token;
        return other;
    }

    public Reply signIn() {
        return signIn(password);
    }

    /** Signs in, and keeps the token of a success. */
    public Reply signIn(String tried) {
        return signedIn("{\"username\":\"%s\",\"password\":\"%s\"}".formatted(username, tried));
    }

    /** Signs in with the password and a code of the second factor. */
    public Reply signInWith(String code) {
        return signedIn(
                "{\"username\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}".formatted(username, password, code));
    }

    private Reply signedIn(String body) {
        var reply = send("POST", "/admin/v1/session", Map.of(), body);
        if (reply.status() == 200) {
            token = reply.word("token");
        }
        return reply;
    }

    public Reply get(String path) {
        return change("GET", path, null);
    }

    public Reply post(String path, String body) {
        return change("POST", path, body);
    }

    public Reply post(String path) {
        return change("POST", path, null);
    }

    public Reply put(String path, String body) {
        return change("PUT", path, body);
    }

    public Reply patch(String path, String body) {
        return change("PATCH", path, body);
    }

    public Reply delete(String path) {
        return change("DELETE", path, null);
    }

    /** Waits, as it is told, when it has sent more than a person would. */
    public Reply change(String method, String path, String body) {
        var reply = unproved(method, path, body);
        if (!reply.code().equals("STEP_UP_REQUIRED")) {
            return reply;
        }
        stepUp("{\"password\":\"" + password + "\"}").expect(200);
        return unproved(method, path, body);
    }

    /** A request that does not prove again who the operator is, if the service asks for that. */
    public Reply unproved(String method, String path, String body) {
        return patient(method, path, Map.of("Authorization", "Bearer " + token), body);
    }

    /** Verifies the account of a merchant's customer. */
    public void verifyAccount(Merchant merchant) {
        post("/admin/v1/customers/" + merchant.account() + "/verify", "{}").expect(200);
    }

    public Reply stepUp(String body) {
        return unproved("POST", "/admin/v1/session/step-up", body);
    }

    private Reply patient(String method, String path, Map<String, String> headers, String body) {
        var reply = send(method, path, headers, body);
        while (reply.code().equals("RATE_LIMITED")) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(
                    reply.headers().firstValueAsLong("Retry-After").orElse(1)));
            reply = send(method, path, headers, body);
        }
        return reply;
    }

    /** The same request as an earlier one with this id. */
    public Reply repeatable(String requestId, String path, String body) {
        return patient("POST", path, Map.of("Authorization", "Bearer " + token, "X-Request-Id", requestId), body);
    }

    /** A form with a file that has this text. */
    public Reply upload(String path, String text) {
        var boundary = "operators-form";
        var form = "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n%s\r\n--%s--\r\n"
                .formatted(boundary, text, boundary);
        return patient(
                "POST",
                path,
                Map.of("Authorization", "Bearer " + token, "Content-Type", "multipart/form-data; boundary=" + boundary),
                form);
    }

    /** A file, as it is answered. */
    public byte[] file(String path) {
        var answer = exchange("GET", path, Map.of("Authorization", "Bearer " + token), null);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    /** A request with exactly these headers, and {@code Content-Type} if there is a body. */
    public Reply send(String method, String path, Map<String, String> headers, String body) {
        return Reply.of(exchange(method, path, headers, body));
    }

    private HttpResponse<byte[]> exchange(String method, String path, Map<String, String> headers, String body) {
        var answer = Reply.exchange(port, method, path, headers, body);
        CONTRACT.check(method, path, answer.statusCode(), answer.headers().map(), answer.body());
        return answer;
    }
}
