package io.tical.server.bench;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/**
 * A merchant's server that sends fifty payouts and twenty-five reads a second, most on kept
 * connections and some on new ones. Requests are due at a constant rate, independent of earlier responses. The latency
 * counts from the due time. A request without the expected response counts with the full timeout.
 */
final class HealthyClient implements AutoCloseable {
    private static final int PER_SECOND = 75;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int SOURCE = 1;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int port;
    private final Payer payer;
    private final ConcurrentLinkedDeque<RawConnection> idle = new ConcurrentLinkedDeque<>();
    private final ConcurrentLinkedQueue<Long> latenciesMicros = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread pacer;

    /**
     * The result of a run.
     *
     * @param latenciesMicros of all requests, sorted
     * @param acknowledged the ids of the payouts that were answered with 201
     * @param failures the reasons of requests without the expected response
     */
    record Result(long[] latenciesMicros, List<String> acknowledged, List<String> failures) {
        /** Several results as one. */
        static Result of(List<Result> results) {
            return new Result(
                    results.stream()
                            .flatMapToLong(one -> LongStream.of(one.latenciesMicros))
                            .sorted()
                            .toArray(),
                    results.stream().flatMap(one -> one.acknowledged.stream()).toList(),
                    results.stream().flatMap(one -> one.failures.stream()).toList());
        }

        double percentileMillis(int percentile) {
            return LoadClient.percentileMillis(latenciesMicros, percentile);
        }

        double answeredPercent() {
            return latenciesMicros.length == 0 ? 0 : 100.0 - 100.0 * failures.size() / latenciesMicros.length;
        }
    }

    /** Starts the client. */
    HealthyClient(int port, Payer payer) {
        this.port = port;
        this.payer = payer;
        this.pacer = Thread.ofPlatform().name("healthy-client").start(this::pace);
    }

    /** Runs for a duration. */
    static Result run(int port, Payer payer, Duration duration) throws IOException, InterruptedException {
        try (var client = new HealthyClient(port, payer)) {
            Thread.sleep(duration);
            return client.stop();
        }
    }

    /** Stops sending and waits for pending requests. */
    Result stop() throws InterruptedException {
        ended.countDown();
        pacer.join();
        var sorted = latenciesMicros.stream().mapToLong(Long::longValue).sorted();
        return new Result(sorted.toArray(), List.copyOf(acknowledged), List.copyOf(failures));
    }

    /** Seconds until a payout is acknowledged on a new connection; infinite if none is within the time. */
    static double secondsUntilAnswered(int port, Payer payer, Duration max) throws InterruptedException {
        var begin = System.nanoTime();
        while (System.nanoTime() - begin < max.toNanos()) {
            try (var connection = new RawConnection(SOURCE, port, PATIENCE)) {
                if (connection.exchange(payer.payout(name())).status() == 201) {
                    return (System.nanoTime() - begin) / 1e9;
                }
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private void pace() {
        var begin = System.nanoTime();
        // Closing the executor waits for the pending requests.
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long number = 0; ; number++) {
                var due = begin + number * 1_000_000_000 / PER_SECOND;
                if (ended.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    return;
                }
                var kind = (int) (number % 6);
                requests.execute(() -> one(kind, due));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(int kind, long dueNanos) {
        var failed = true;
        try {
            switch (kind) {
                case 2 -> keptAlive(payer.get("/v1/balance"), 200);
                case 5 -> onNewConnection(payer.get("/v1/me"));
                default -> acknowledged.add(id(keptAlive(payer.payout(name()), 201)));
            }
            failed = false;
        } catch (IOException e) {
            failures.add(String.valueOf(e.getMessage()));
        } finally {
            var nanos = System.nanoTime() - dueNanos;
            latenciesMicros.add((failed ? Math.max(nanos, PATIENCE.toNanos()) : nanos) / 1_000);
        }
    }

    /** A kept connection may have been closed by the service; then the request is sent again on a new one. */
    private RawConnection.Answer keptAlive(byte[] request, int status) throws IOException {
        var kept = idle.pollFirst();
        if (kept != null) {
            try {
                return answered(kept, request, status);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                // The answer is that of the new connection.
            }
        }
        return answered(new RawConnection(SOURCE, port, PATIENCE), request, status);
    }

    private RawConnection.Answer answered(RawConnection connection, byte[] request, int status) throws IOException {
        try {
            var answer = connection.exchange(request);
            if (answer.head().toLowerCase(Locale.ROOT).contains("connection: close")) {
                connection.close();
            } else {
                idle.addFirst(connection);
            }
            return expected(answer, status);
        } catch (IOException e) {
            connection.close();
            throw e;
        }
    }

    private void onNewConnection(byte[] request) throws IOException {
        try (var connection = new RawConnection(SOURCE, port, PATIENCE)) {
            expected(connection.exchange(request), 200);
        }
    }

    private static RawConnection.Answer expected(RawConnection.Answer answer, int status) throws IOException {
        if (answer.status() != status) {
            throw new IOException(answer.status() + " " + answer.body());
        }
        return answer;
    }

    private static String id(RawConnection.Answer answer) {
        var begin = answer.body().indexOf("\"id\":\"") + 6;
        return answer.body().substring(begin, begin + 36);
    }

    private static String name() {
        return "healthy-" + NUMBERS.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        ended.countDown();
        for (var connection : idle) {
            connection.close();
        }
    }
}
