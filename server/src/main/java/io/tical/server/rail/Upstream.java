package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.faulttolerance.CircuitBreaker;
import io.helidon.faulttolerance.CircuitBreakerOpenException;
import io.tical.common.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of one upstream service with JSON responses. It follows no redirects, limits the response size, and applies
 * one deadline to the whole exchange. A circuit breaker opens when most of the last requests failed; after a pause, a
 * single request tests whether the service has recovered.
 *
 * <p>Thread-safe.
 */
public final class Upstream implements AutoCloseable {
    /** The timeout of a whole exchange. */
    public static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,5}");

    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    private final String name;
    private final URI base;
    private final Limits limits;
    private final HttpClient client;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CircuitBreaker circuit;

    /**
     * The limits of an exchange and of the circuit breaker.
     *
     * @param deadline the timeout of one request
     * @param questions the number of recent requests that the circuit breaker considers
     * @param failedPercent the failure rate that opens the circuit
     * @param open how long the circuit stays open
     * @param answerBytesMax the maximum response size
     */
    public record Limits(Duration deadline, int questions, int failedPercent, Duration open, int answerBytesMax) {
        public static final Limits USUAL = usual(64 * 1024);

        public static Limits usual(int answerBytesMax) {
            return new Limits(DEADLINE, 10, 60, Duration.ofSeconds(30), answerBytesMax);
        }
    }

    /** @param base the base URL without a trailing slash */
    public Upstream(String name, URI base, Limits limits) {
        this.name = name;
        this.base = base;
        this.limits = limits;
        client = HttpClient.newBuilder()
                // Some proxies fail on an HTTP/2 upgrade in plain text, and single requests gain nothing from it.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.deadline())
                .executor(threads)
                .build();
        circuit = CircuitBreaker.builder()
                .name(name)
                .volume(limits.questions())
                .errorRatio(limits.failedPercent())
                .delay(limits.open())
                .successThreshold(1)
                .addSkipOn(UpstreamFailure.Refused.class)
                .build();
    }

    /**
     * A response.
     *
     * @param status 200 to 299, or 400 and above
     * @param json an object, or an array if the request allows one
     */
    public record Reply(int status, JsonNode json) {
        public boolean unauthorized() {
            return status == 401 || status == 403;
        }
    }

    public String name() {
        return name;
    }

    public UpstreamFailure failure(String what) {
        return UpstreamFailure.retryable(name + " " + what);
    }

    public UpstreamFailure misconfigured(String what) {
        return UpstreamFailure.misconfigured(name + " " + what);
    }

    /** Starts a request to a path below the base URL; a GET unless the caller changes it. */
    public UpstreamRequest request(String path) {
        return new UpstreamRequest(URI.create(base + path));
    }

    /** Starts a POST of a value as JSON. */
    public UpstreamRequest post(String path, Object body) {
        return request(path).post("application/json", Json.bytes(body));
    }

    /** Starts a POST of a multipart form with one picture. */
    public UpstreamRequest picture(String path, String field, byte[] image) {
        var boundary = "tical-" + UUID.randomUUID();
        var png = image.length > 1 && (image[0] & 0xFF) == 0x89 && image[1] == 'P';
        var head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"slip."
                + (png ? "png" : "jpg") + "\"\r\nContent-Type: image/" + (png ? "png" : "jpeg") + "\r\n\r\n";
        return request(path)
                .post(
                        "multipart/form-data; boundary=" + boundary,
                        head.getBytes(StandardCharsets.UTF_8),
                        image,
                        ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends a request and parses the response inside the circuit breaker, so that an invalid response counts as a
     * failure.
     *
     * @throws UpstreamFailure if there is no valid response, also from {@code reading}
     */
    public <T> T ask(UpstreamRequest request, Function<Reply, T> reading) {
        return ask(request, JsonNode::isObject, reading);
    }

    /** @param form what the response must be; an object by default */
    public <T> T ask(UpstreamRequest request, Predicate<JsonNode> form, Function<Reply, T> reading) {
        return within(() -> reading.apply(send(request.build(), form)));
    }

    /** Reads a response whatever its status and its body are. */
    interface Reading<T> {
        /** @param body at most the maximum response size */
        T read(int status, byte[] body);
    }

    /**
     * Sends a request and reads any response inside the circuit breaker. Redirects are not followed.
     *
     * @throws UpstreamFailure.NotSent if the request was not sent
     * @throws UpstreamFailure if there is no response, also from {@code reading}
     */
    <T> T askRaw(UpstreamRequest request, Reading<T> reading) {
        return within(() -> {
            var answer = exchange(request.build());
            return reading.read(answer.statusCode(), answer.body());
        });
    }

    /** Whether it failed so often that it is not called now. */
    boolean isOpen() {
        return circuit.state() == CircuitBreaker.State.OPEN;
    }

    private <T> T within(Supplier<T> exchange) {
        try {
            return circuit.invoke(exchange);
        } catch (CircuitBreakerOpenException open) {
            throw new UpstreamFailure.NotSent(name + " failed too often and is not called for a while", limits.open());
        } catch (UpstreamFailure.Refused refused) {
            throw refused;
        } catch (UpstreamFailure failure) {
            LOG.warn("{} did not answer: {}", name, failure.why());
            throw failure;
        }
    }

    private Reply send(HttpRequest request, Predicate<JsonNode> form) {
        var answer = exchange(request);
        var status = answer.statusCode();
        if (status == 429 || (status >= 500 && answer.body().length == 0)) {
            throw UpstreamFailure.retryable(name + " answers " + status, wait(answer));
        }
        if (status < 200 || (status >= 300 && status < 400)) {
            throw misconfigured("returned status " + status + "; check its URL");
        }
        try {
            var json = Json.mapper().readTree(answer.body());
            if (json != null && form.test(json)) {
                return new Reply(status, json);
            }
        } catch (IOException e) {
            throw failure("returned status " + status + " without valid JSON");
        }
        throw failure("returned status " + status + " without a JSON object");
    }

    /**
     * Sends a request and checks only the status of the response. Does not use the circuit breaker, because these requests are minutes
     * apart.
     *
     * @throws UpstreamFailure unless the status is 200 to 299
     */
    void deliver(UpstreamRequest request) {
        var status = exchange(request.build()).statusCode();
        if (status < 200 || status >= 300) {
            throw failure("returned status " + status);
        }
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) {
        var exchange =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.answerBytesMax()));
        try {
            return exchange.get(limits.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            exchange.cancel(true);
            throw failure("did not answer within " + limits.deadline().toSeconds() + " s");
        } catch (InterruptedException e) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw UpstreamFailure.retryable("interrupted during a request to " + name);
        } catch (ExecutionException e) {
            if (tooLarge(e)) {
                throw new UpstreamFailure.Refused(name + " returned more than " + limits.answerBytesMax() + " bytes");
            }
            if (e.getCause() instanceof ConnectException) {
                throw new UpstreamFailure.NotSent(name + " cannot be reached", UpstreamFailure.RETRY_AFTER);
            }
            var kind =
                    e.getCause() == null ? "unknown" : e.getCause().getClass().getSimpleName();
            throw failure("cannot be reached or closed the connection (" + kind + ")");
        }
    }

    /** The JDK reports this only in the message. */
    private static boolean tooLarge(@Nullable Throwable failure) {
        return failure != null
                && (String.valueOf(failure.getMessage()).startsWith("body exceeds capacity")
                        || tooLarge(failure.getCause()));
    }

    private static Duration wait(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofSeconds(Math.max(1, Integer.parseInt(text))))
                .orElse(Duration.ofSeconds(5));
    }

    /** Cancels running requests. */
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
        threads.shutdownNow();
    }
}
