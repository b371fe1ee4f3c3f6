package io.tical.console.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Version;
import io.tical.common.admin.Mention;
import io.tical.common.admin.OperatorSession;
import io.tical.console.api.ApiProblem.FieldProblem;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operators' API as one operator uses it. The token of the session is kept in memory only. Safe for several threads; every
 * method blocks, and throws {@link ApiProblem}.
 */
public final class AdminApi implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    /** What is only read is asked again soon, so that a service that hangs is noticed. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    /** For what the service reads or receives as a whole, such as a large file. */
    private static final Duration FILE_TIMEOUT = Duration.ofMinutes(10);

    /** The service sends a comment every three seconds. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(8);

    /** The maximum wait after the rate limit refused a request. The request is then repeated, so the operator sees no error. */
    private static final Duration RATE_WAIT_MAX = Duration.ofSeconds(3);

    private static final int RATE_TRIES_MAX = 4;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final URI address;
    private final Clock clock;
    private volatile @Nullable String token;
    private volatile Duration clockOffset = Duration.ZERO;
    private volatile Runnable sessionEnd = () -> {};

    /** @param address of the admin socket, such as {@code http://127.0.0.1:8082} */
    public AdminApi(URI address, Clock clock) {
        this.address = address;
        this.clock = clock;
    }

    public URI address() {
        return address;
    }

    /** @param action runs when the service refuses a request because the session has ended, on the thread of that request */
    public void onSessionEnd(Runnable action) {
        sessionEnd = action;
    }

    /** How far the service's clock is ahead of this computer's, by its last answer. */
    public Duration clockOffset() {
        return clockOffset;
    }

    /**
     * Signs in. All further calls are of this operator.
     *
     * @param code of the second factor; empty if there is none
     */
    public OperatorSession signIn(String username, String password, String code) {
        var body = new LinkedHashMap<>(Map.of("username", username, "password", password));
        if (!code.isEmpty()) {
            body.put("code", code);
        }
        var session = read(request("POST", "/admin/v1/session", body, Ids.next()), OperatorSession.class);
        token = session.token();
        return session;
    }

    /** Ends the session. The token is forgotten even if the service cannot be reached. */
    public void signOut() {
        try {
            read(request("DELETE", "/admin/v1/session", null, Ids.next()), JsonNode.class);
        } finally {
            token = null;
        }
    }

    public <T> T get(String path, Class<T> type) {
        return read(get(path), type);
    }

    /** The same of what the service makes of a file, which may take minutes. */
    public <T> T getOfFile(String path, Class<T> type) {
        return read(builder(path).timeout(FILE_TIMEOUT).GET().build(), type);
    }

    /** The items of a list without pages. */
    public <T> List<T> list(String path, Class<T> type) {
        return items(envelope(get(path)), type);
    }

    /** A page of a list; {@code path} has the filters and the cursor. */
    public <T> Page<T> page(String path, Class<T> type) {
        var answer = envelope(get(path));
        return new Page<>(items(answer, type), answer.at("/meta/next_cursor").textValue());
    }

    /**
     * Makes a decision.
     *
     * @param requestId one for each intention of the operator: the same one again repeats the decision without a second effect
     */
    public Outcome decide(String method, String path, Object body, UUID requestId) {
        var data =
                envelope(request(method, path, body(method, body), requestId)).path("data");
        var waiting = data.path("approval_id");
        // The approvals themselves have the field, too, and these are decided on by their own paths.
        return waiting.isTextual() && !path.startsWith("/admin/v1/approvals/")
                ? new Outcome.Waiting(
                        UUID.fromString(waiting.textValue()),
                        data.path("subject").isTextual())
                : new Outcome.Done(data);
    }

    /** Only a removal can be without a body. */
    private static @Nullable Object body(String method, Object body) {
        return method.equals("DELETE") && body instanceof Map<?, ?> fields && fields.isEmpty() ? null : body;
    }

    /** Sends a change that is not a decision, and answers the object. */
    public <T> T change(String method, String path, @Nullable Object body, Class<T> type) {
        return read(request(method, path, body, Ids.next()), type);
    }

    /** A file, such as the picture of a slip. */
    public byte[] bytes(String path) {
        var answer = exchange(get(path), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw refusal(answer, answer.body());
        }
        return answer.body();
    }

    /**
     * Saves a file of the service, which may be large. It replaces one that exists when it is complete; when that fails, nothing is left.
     *
     * @throws IOException if it cannot be written
     */
    public void save(String path, Path to) throws IOException {
        var answer = exchange(builder(path).timeout(FILE_TIMEOUT).GET().build(), BodyHandlers.ofInputStream());
        var partial = to.resolveSibling(to.getFileName() + ".partial");
        try (var in = answer.body()) {
            if (answer.statusCode() != 200) {
                throw refusal(answer, in.readAllBytes());
            }
            Files.copy(in, partial, StandardCopyOption.REPLACE_EXISTING);
            Files.move(partial, to, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /**
     * Sends a file, and answers what the service made of it.
     *
     * @param requestId one for each file that the operator sends
     */
    public <T> T upload(String path, byte[] content, UUID requestId, Class<T> type) {
        var boundary = "tical-" + requestId;
        var head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n";
        var body = BodyPublishers.concat(
                BodyPublishers.ofString(head),
                BodyPublishers.ofByteArray(content),
                BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
        var request = builder(path)
                .timeout(FILE_TIMEOUT)
                .header("X-Request-Id", requestId.toString())
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(body)
                .build();
        return read(request, type);
    }

    /** Takes over a new session of the same operator, which {@code fresh} has opened and no longer uses. */
    public void resume(AdminApi fresh) {
        token = fresh.token;
        fresh.close();
    }

    /**
     * Listens to server-sent events until the stream ends or is silent for longer than a service that works, the thread is interrupted, or
     * the service refuses.
     *
     * @param path of the stream, with its query
     */
    public void listen(String path, Consumer<ServerEvent> consumer) {
        var request = builder(path).timeout(READ_TIMEOUT).GET().build();
        var answer = exchange(request, BodyHandlers.ofInputStream());
        try (var in = answer.body();
                var watch = new Silence(in, SILENCE_MAX)) {
            if (answer.statusCode() != 200) {
                throw refusal(answer, in.readAllBytes());
            }
            var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            var name = "message";
            var data = new StringBuilder();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                watch.heard();
                if (line.startsWith("event:")) {
                    name = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:")) {
                    data.append(line.substring("data:".length()).strip());
                } else if (line.isEmpty() && !data.isEmpty()) {
                    consumer.accept(new ServerEvent(name, data.toString()));
                    name = "message";
                    data.setLength(0);
                }
            }
        } catch (IOException e) {
            throw new NoAnswer(e);
        }
    }

    /** A path with a query of those parameters that have a value. */
    public static String path(String path, Map<String, String> query) {
        var text = query.entrySet().stream()
                .filter(parameter -> !parameter.getValue().isBlank())
                .map(parameter ->
                        parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                .sorted()
                .collect(Collectors.joining("&"));
        return text.isEmpty() ? path : path + "?" + text;
    }

    private HttpRequest get(String path) {
        return builder(path).timeout(READ_TIMEOUT).GET().build();
    }

    private HttpRequest request(String method, String path, @Nullable Object body, UUID requestId) {
        var request = builder(path).timeout(ANSWER_TIMEOUT).header("X-Request-Id", requestId.toString());
        if (body == null) {
            return request.method(method, BodyPublishers.noBody()).build();
        }
        return request.header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofByteArray(Json.bytes(body)))
                .build();
    }

    private HttpRequest.Builder builder(String path) {
        var request =
                HttpRequest.newBuilder(address.resolve(path)).header("User-Agent", "Tical-Console/" + Version.TEXT);
        var present = token;
        return present == null ? request : request.header("Authorization", "Bearer " + present);
    }

    private <T> T read(HttpRequest request, Class<T> type) {
        return value(envelope(request).path("data"), type);
    }

    private JsonNode envelope(HttpRequest request) {
        var answer = exchange(request, BodyHandlers.ofByteArray());
        if (answer.statusCode() / 100 != 2) {
            throw refusal(answer, answer.body());
        }
        var envelope = json(answer.body());
        var now = envelope.at("/meta/timestamp").asLong();
        clockOffset = Duration.ofSeconds(now - clock.instant().getEpochSecond());
        return envelope;
    }

    private <B> HttpResponse<B> exchange(HttpRequest request, BodyHandler<B> handler) {
        try {
            for (int tries = 1; ; tries++) {
                var answer = http.send(request, handler);
                var wait = retryAfter(answer);
                if (answer.statusCode() != 429 || tries == RATE_TRIES_MAX || wait.compareTo(RATE_WAIT_MAX) > 0) {
                    return answer;
                }
                if (answer.body() instanceof Closeable unread) {
                    unread.close();
                }
                Thread.sleep(wait);
            }
        } catch (IOException e) {
            throw new NoAnswer(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer(e);
        }
    }

    /**
     * The wait that the rate limit asks for; longer than the maximum if the answer names none. A rate-limited request had no effect, so it
     * can be repeated.
     */
    private static Duration retryAfter(HttpResponse<?> answer) {
        var seconds = retrySeconds(answer);
        return seconds.isPresent() ? Duration.ofSeconds(seconds.getAsLong()) : RATE_WAIT_MAX.plusSeconds(1);
    }

    private static OptionalLong retrySeconds(HttpResponse<?> answer) {
        return answer.headers().firstValue("Retry-After").stream()
                .filter(seconds -> seconds.matches("[0-9]{1,6}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    private Refused refusal(HttpResponse<?> answer, byte[] body) {
        var refused = refused(answer.statusCode(), body, retrySeconds(answer).orElse(0));
        if (refused.endsSession() && token != null) {
            token = null;
            sessionEnd.run();
        }
        return refused;
    }

    private static Refused refused(int status, byte[] body, long retrySeconds) {
        try {
            var answer = Json.mapper().readTree(body);
            var fields = new ArrayList<FieldProblem>();
            for (var field : answer.path("errors")) {
                fields.add(new FieldProblem(
                        field.path("field").asText(),
                        field.path("code").asText(),
                        field.path("message").asText()));
            }
            return new Refused(
                    status,
                    answer.path("code").asText("HTTP_" + status),
                    answer.path("error").asText("The service answered " + status + "."),
                    answer.at("/meta/request_id").textValue(),
                    fields,
                    retrySeconds,
                    answer.hasNonNull("details")
                            ? Json.mapper().treeToValue(answer.get("details"), Mention.class)
                            : null);
        } catch (IOException e) {
            // A proxy in front of the service answers in its own words.
            return new Refused(status, "HTTP_" + status, "The service answered " + status + ".", null, List.of());
        }
    }

    private static JsonNode json(byte[] body) {
        try {
            return Json.mapper().readTree(body);
        } catch (IOException e) {
            throw new NoAnswer(e);
        }
    }

    private static <T> List<T> items(JsonNode envelope, Class<T> type) {
        return envelope.path("data")
                .valueStream()
                .map(item -> value(item, type))
                .toList();
    }

    private static <T> T value(JsonNode data, Class<T> type) {
        try {
            return Json.mapper().treeToValue(data, type);
        } catch (JsonProcessingException e) {
            throw new NoAnswer(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
