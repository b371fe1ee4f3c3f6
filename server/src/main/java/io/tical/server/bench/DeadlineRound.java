package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Sends requests that never end, and measures how long the service keeps each connection open. */
record DeadlineRound(int connections) implements Attack.Round {
    private static final Duration WATCHED = Duration.ofSeconds(45);
    /** The minimum rate of 2 kB/s applies only after a grace period. */
    private static final int UPLOAD_SECONDS_MAX = 40;

    private static final int SLACK_SECONDS = 3;

    @Override
    public String name() {
        return connections + " of each: half header, silent body, one byte in 25 s";
    }

    private record Kind(String name, String sent, boolean dripping, int secondsMax) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("half header", "GET /v1/me HTTP/1.1\r\nHost: 127", false, 10 + SLACK_SECONDS),
            new Kind("header, one byte in 25 s", "GET /v1/me HTTP/1.1\r\nHost: 127", true, 10 + SLACK_SECONDS),
            new Kind(
                    "silent body",
                    "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100\r\n\r\n{",
                    false,
                    30 + SLACK_SECONDS),
            new Kind(
                    "upload, one byte in 25 s",
                    "POST /pay-api/v1/pay/none/slip HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                            + "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x",
                    true,
                    UPLOAD_SECONDS_MAX));

    @Override
    public List<Finding> run(ServiceAddress service) throws IOException, InterruptedException {
        var findings = new ArrayList<Finding>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = KINDS.stream()
                    .map(kind -> threads.submit(() -> longest(service, kind)))
                    .toList();
            for (int i = 0; i < KINDS.size(); i++) {
                var kind = KINDS.get(i);
                var seconds = running.get(i).get();
                findings.add(new Finding(
                        String.format(
                                Locale.ROOT,
                                "%s: %s (at most %d s)",
                                kind.name(),
                                Double.isInfinite(seconds)
                                        ? "open after " + WATCHED.toSeconds() + " s"
                                        : String.format(Locale.ROOT, "closed after %.1f s", seconds),
                                kind.secondsMax()),
                        seconds <= kind.secondsMax()));
            }
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
        return findings;
    }

    private double longest(ServiceAddress service, Kind kind) throws Exception {
        var tasks = new ArrayList<Callable<Double>>();
        for (int i = 0; i < connections; i++) {
            var source = 2 + i % 19;
            tasks.add(() -> open(source, kind.name().startsWith("upload") ? service.payPort() : service.port(), kind));
        }
        var longest = 0.0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var one : threads.invokeAll(tasks)) {
                longest = Math.max(longest, one.get());
            }
        }
        return longest;
    }

    /** Seconds until the service closed the connection; infinite if it did not. */
    private static double open(int source, int port, Kind kind) throws IOException {
        var begin = System.nanoTime();
        var drip = Duration.ofSeconds(25);
        try (var connection = new RawConnection(source, port, kind.dripping() ? drip : WATCHED)) {
            connection.send(kind.sent().getBytes(StandardCharsets.US_ASCII));
            while (System.nanoTime() - begin < WATCHED.toNanos()) {
                try {
                    connection.awaitClose();
                    return (System.nanoTime() - begin) / 1e9;
                } catch (SocketTimeoutException e) {
                    if (kind.dripping()) {
                        connection.send(new byte[] {'x'});
                    }
                }
            }
            return Double.POSITIVE_INFINITY;
        } catch (SocketTimeoutException e) {
            return Double.POSITIVE_INFINITY;
        } catch (IOException e) {
            // A reset also ends the connection.
            return (System.nanoTime() - begin) / 1e9;
        }
    }
}
