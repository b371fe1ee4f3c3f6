package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Malformed requests at a constant rate, each on a new connection. */
record MalformedRound(int perSecond) implements Attack.Round {
    private static final int SECONDS = 15;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The bytes, and whether the connection is closed after them. */
    private record Malformed(String sent, boolean cutOff) {}

    private static final String CHUNKED = "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final List<Malformed> REQUESTS = List.of(
            new Malformed("GE\u0001T /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", false),
            new Malformed("G\u00c3T /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", false),
            new Malformed("GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bea", true),
            new Malformed("GET /v1/m", true),
            new Malformed(CHUNKED + "2\r\n{}xx0\r\n\r\n", false),
            new Malformed(CHUNKED + "+2\r\n{}\r\n0\r\n\r\n", false));

    @Override
    public List<Finding> run(ServiceProcess.Address service) throws InterruptedException {
        var faults = new ConcurrentLinkedQueue<String>();
        var silent = new AtomicInteger();
        var refused = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var begin = System.nanoTime();
            for (int number = 0; number < perSecond * SECONDS; number++) {
                var due = begin + number * 1_000_000_000L / perSecond;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                var source = 2 + number % 19;
                var request = REQUESTS.get(number % REQUESTS.size());
                threads.submit(() -> {
                    try {
                        var status = status(source, service.port(), request);
                        if (status >= 500 || status < 400) {
                            faults.add(status + " for "
                                    + request.sent().lines().findFirst().orElse(""));
                        } else {
                            refused.incrementAndGet();
                        }
                    } catch (IOException e) {
                        // An incomplete header may be closed without a response.
                        (request.cutOff() ? refused : silent).incrementAndGet();
                    }
                });
            }
        }
        var first = faults.isEmpty() ? "" : " (" + faults.element().replaceAll("[^ -~]", "?") + ")";
        return List.of(Finding.of(
                faults.isEmpty() && silent.get() == 0,
                "%d refused, %d answered otherwise%s, %d without an answer",
                refused.get(),
                faults.size(),
                first,
                silent.get()));
    }

    private static int status(int source, int port, Malformed request) throws IOException {
        try (var connection = new RawConnection(source, port, PATIENCE)) {
            connection.send(request.sent().getBytes(StandardCharsets.ISO_8859_1));
            if (request.cutOff()) {
                connection.finishSending();
            }
            return connection.answer().status();
        }
    }
}
