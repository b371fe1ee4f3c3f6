package io.tical.server.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Merchants who pay out one after the other, and repeat each order with its key until it is acknowledged. */
final class RepeatedOrders implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration REPEATED_AFTER = Duration.ofMillis(25);
    private static final Duration AWAITED_MAX = Duration.ofMinutes(2);

    /** Enough for two million orders. */
    private static final int TOP_UPS = 20;

    /** As many more acknowledged orders mean that the service is back. */
    private static final int MORE = 20;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServiceProcess service;
    private final String prefix;
    private final String key;
    private final String account;
    private final List<Thread> clients = new ArrayList<>();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong lastAt = new AtomicLong();
    /** Of any answer, also of a refusal, in nanoseconds. */
    private final AtomicLong longest = new AtomicLong();

    private volatile boolean stopped;
    private volatile @Nullable String refusal;

    /** @param prefix of the orders' references, another one for each account */
    RepeatedOrders(ServiceProcess service, int count, String prefix) throws IOException, InterruptedException {
        this.service = service;
        this.prefix = prefix;
        this.key = service.credential("test_key");
        var merchant = new BenchMerchant(service.address(), key);
        this.account = merchant.post(
                        "/v1/customers", String.format(Locale.ROOT, """
                {"holder_name":"Bench","bank_code":"KBANK","account_no":"%010d"}""", Math.abs((long) prefix.hashCode())))
                .get("id")
                .textValue();
        for (int topUp = 0; topUp < TOP_UPS; topUp++) {
            require(send("/v1/sandbox/top-up", "funds-" + topUp, "{\"currency\":\"THB\",\"amount_minor\":10000000}"));
        }
        for (int i = 0; i < count; i++) {
            clients.add(Thread.ofVirtual().unstarted(this::order));
        }
    }

    void start() {
        clients.forEach(Thread::start);
    }

    private void order() {
        try {
            while (!stopped) {
                var name = prefix + numbers.incrementAndGet();
                while (!isAcknowledged(name)) {
                    Thread.sleep(REPEATED_AFTER);
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isAcknowledged(String name) throws InterruptedException {
        try {
            var begun = System.nanoTime();
            var answer = send(
                    "/v1/payouts",
                    name,
                    "{\"order_ref\":\"" + name + "\",\"amount\":100,\"dest_account_id\":\"" + account + "\"}");
            longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
            if (answer.statusCode() == 201) {
                lastAt.set(System.nanoTime());
                acknowledged.add(name);
                return true;
            }
            if (answer.statusCode() < 500) {
                refusal = name + ": " + answer.statusCode() + " " + answer.body();
            }
            return answer.statusCode() < 500;
        } catch (IOException cutOff) {
            return false;
        }
    }

    private HttpResponse<String> send(String path, String idempotencyKey, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .header("Authorization", "Bearer " + key)
                        .header("Idempotency-Key", idempotencyKey)
                        .header("Content-Type", "application/json")
                        .timeout(ANSWER_MAX)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void require(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.uri() + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Waits until some more orders are acknowledged. Returns when the first of them was, as {@link System#nanoTime}. */
    long awaitMore() throws InterruptedException {
        var end = System.nanoTime() + AWAITED_MAX.toNanos();
        var before = acknowledged.size();
        var first = 0L;
        while (acknowledged.size() < before + MORE) {
            if (first == 0 && acknowledged.size() > before) {
                first = lastAt.get();
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException("no order is acknowledged any more");
            }
            Thread.sleep(1);
        }
        return first == 0 ? lastAt.get() : first;
    }

    /** @throws IllegalStateException if an order was refused, which is no consequence of a failover */
    void requireNoRefusal() {
        if (refusal != null) {
            throw new IllegalStateException("an order was refused: " + refusal);
        }
    }

    /** Waits until each order that was begun is acknowledged. */
    void stop() throws InterruptedException {
        stopped = true;
        for (var client : clients) {
            client.join();
        }
        requireNoRefusal();
    }

    /** How long the slowest answer took, in seconds. */
    double longestAnswerSeconds() {
        return longest.get() / 1e9;
    }

    List<String> acknowledged() {
        return List.copyOf(acknowledged);
    }

    @Override
    public void close() {
        stopped = true;
        clients.forEach(Thread::interrupt);
        http.close();
    }
}
