package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Sends requests that never end, and measures how long the service keeps each connection open. */
record DeadlineRound(int connections) implements Attack.Round {
    private static final Duration WATCHED = Duration.ofSeconds(45);
    /** The minimum rate of 2 kB/s applies only after a grace period. */
    private static final int UPLOAD_SECONDS_MAX = 40;

    private static final int SLACK_SECONDS = 3;

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
    public List<Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException {
        var findings = new ArrayList<Finding>();
        var running = new ArrayList<List<Future<Double>>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var kind : KINDS) {
                var port = kind.name().startsWith("upload") ? service.payPort() : service.port();
                running.add(IntStream.range(0, connections)
                        .mapToObj(i -> threads.submit(() -> open(2 + i % 19, port, kind)))
                        .toList());
            }
            for (int i = 0; i < KINDS.size(); i++) {
                var kind = KINDS.get(i);
                var seconds = 0.0;
                for (var one : running.get(i)) {
                    seconds = Math.max(seconds, one.get());
                }
                var what = Double.isInfinite(seconds)
                        ? "open after " + WATCHED.toSeconds() + " s"
                        : String.format(Locale.ROOT, "closed after %.1f s", seconds);
                findings.add(Finding.of(
                        seconds <= kind.secondsMax(), "%s: %s (at most %d s)", kind.name(), what, kind.secondsMax()));
            }
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
        return findings;
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
