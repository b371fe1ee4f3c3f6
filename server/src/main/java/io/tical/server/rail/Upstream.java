package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.faulttolerance.CircuitBreaker;
import io.helidon.faulttolerance.CircuitBreakerOpenException;
import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one upstream service that answers in JSON. Redirects are not followed, the size of an answer is bounded, and
 * a deadline holds for everything together. When most of the last questions were not answered the circuit opens: nothing is
 * sent for a while, then a single question shows whether the service is back.
 *
 * <p>For many threads at once.
 */
public final class Upstream implements AutoCloseable {
    /** From the first byte sent to the last one received. */
    public static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final int ANSWER_BYTES_MAX = 64 * 1024;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,5}");

    private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

    private final String name;
    private final URI base;
    private final Limits limits;
    private final HttpClient client;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CircuitBreaker circuit;

    /**
     * When to give up.
     *
     * @param deadline for one question as a whole
     * @param questions how many of the last are looked at
     * @param failedPercent how many of these must have failed for the circuit to open
     * @param open how long it stays open
     * @param answerBytesMax how large an answer may be
     */
    public record Limits(Duration deadline, int questions, int failedPercent, Duration open, int answerBytesMax) {
        public static final Limits USUAL = new Limits(DEADLINE, 10, 60, Duration.ofSeconds(30));

        public Limits(Duration deadline, int questions, int failedPercent, Duration open) {
            this(deadline, questions, failedPercent, open, ANSWER_BYTES_MAX);
        }

        /** The same for a service whose answers are larger. */
        public Limits answering(int bytesMax) {
            return new Limits(deadline, questions, failedPercent, open, bytesMax);
        }
    }

    /** An answer was larger than it may be: the question was too large, the service may be well. */
    private static final class TooLarge extends RuntimeException {
        TooLarge() {
            super(null, null, false, false);
        }
    }

    /** @param base address and leading path, without a slash at its end */
    public Upstream(String name, URI base, Limits limits) {
        this.name = name;
        this.base = base;
        this.limits = limits;
        client = HttpClient.newBuilder()
                // An upgrade to HTTP/2 in plain text confuses some proxies, and one question at a time gains nothing by
                // it.
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
                .addSkipOn(TooLarge.class)
                .build();
    }

    /**
     * What it answered.
     *
     * @param status 200 to 299, or 400 and above
     * @param json an object, or the array that was asked for
     */
    record Reply(int status, JsonNode json) {}

    String name() {
        return name;
    }

    /** A request to a path below the base. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "application/json");
    }

    /**
     * Asks, and reads the answer inside the circuit: an answer that {@code reading} cannot make sense of counts as none.
     *
     * @throws UpstreamFailure when there is no answer to the question; from {@code reading}, too
     */
    <T> T ask(HttpRequest request, Function<Reply, T> reading) {
        return ask(request, JsonNode::isObject, reading);
    }

    /** The same where the answer may be an array. */
    <T> T askAny(HttpRequest request, Function<Reply, T> reading) {
        return ask(request, JsonNode::isContainerNode, reading);
    }

    private <T> T ask(HttpRequest request, Predicate<JsonNode> form, Function<Reply, T> reading) {
        try {
            return circuit.invoke(() -> reading.apply(send(request, form)));
        } catch (TooLarge tooLarge) {
            throw UpstreamFailure.tooLarge(name + " answers more than " + limits.answerBytesMax() + " bytes");
        } catch (CircuitBreakerOpenException open) {
            throw UpstreamFailure.retryable(name + " failed too often and is left alone for a while", limits.open());
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
            throw UpstreamFailure.misconfigured(name + " answers " + status + "; check its address");
        }
        return new Reply(status, json(answer, form));
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) {
        var exchange =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.answerBytesMax()));
        try {
            return exchange.get(limits.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            exchange.cancel(true);
            throw UpstreamFailure.retryable(
                    name + " did not answer within " + limits.deadline().toSeconds() + " s");
        } catch (InterruptedException e) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw UpstreamFailure.retryable("interrupted while " + name + " was asked");
        } catch (ExecutionException e) {
            if (tooLarge(e.getCause())) {
                throw new TooLarge();
            }
            throw UpstreamFailure.retryable(name + " cannot be reached, or broke off (" + kind(e) + ")");
        }
    }

    private static String kind(ExecutionException e) {
        return e.getCause() == null ? "unknown" : e.getCause().getClass().getSimpleName();
    }

    /** The JDK says it in words alone. */
    private static boolean tooLarge(@Nullable Throwable failure) {
        return failure != null
                && (String.valueOf(failure.getMessage()).startsWith("body exceeds capacity")
                        || tooLarge(failure.getCause()));
    }

    private JsonNode json(HttpResponse<byte[]> answer, Predicate<JsonNode> form) {
        JsonNode json;
        try {
            json = Json.mapper().readTree(answer.body());
        } catch (IOException e) {
            throw unreadable("answers " + answer.statusCode() + " with what is not JSON");
        }
        if (json == null || !form.test(json)) {
            throw unreadable("answers " + answer.statusCode() + " without a JSON object");
        }
        return json;
    }

    private UpstreamFailure unreadable(String what) {
        return UpstreamFailure.retryable(name + " " + what);
    }

    private static Duration wait(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofSeconds(Math.max(1, Integer.parseInt(text))))
                .orElse(Duration.ofSeconds(5));
    }

    /** Breaks off what is under way. */
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
        threads.shutdownNow();
    }
}
