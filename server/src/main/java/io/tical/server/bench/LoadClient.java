package io.tical.server.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A minimal single-threaded HTTP/1.1 client, because it shares the processors with the service that it measures. In a
 * closed loop, each connection sends its next request after the last response. At a constant rate, requests are due independent
 * of earlier responses, and the latency counts from the due time, so that a stalled service is visible.
 */
final class LoadClient {
    private static final byte[] HEADER_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONTENT_LENGTH = "\r\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER_BYTES = 256 * 1024;

    private final int port;
    private final int connections;

    LoadClient(int port, int connections) {
        this.port = port;
        this.connections = connections;
    }

    /** The result of one run: its duration, the latencies, and the number of unexpected responses. */
    record Result(Duration elapsed, long[] latenciesMicros, int errors, String firstError) {
        double perSecond() {
            return latenciesMicros.length / (elapsed.toNanos() / 1e9);
        }

        double percentileMillis(double percentile) {
            if (latenciesMicros.length == 0) {
                return Double.NaN;
            }
            return latenciesMicros[
                            (int) Math.min(
                                    latenciesMicros.length - 1L, Math.round(percentile / 100 * latenciesMicros.length))]
                    / 1_000.0;
        }
    }

    /** Sends requests for a duration. Every response must have the status. */
    Result run(Duration duration, int expectedStatus, Supplier<byte[]> requests) {
        return run(duration, Integer.MAX_VALUE, 0, expectedStatus, requests);
    }

    /** Sends requests at a constant rate for a duration. */
    Result runAt(int perSecond, Duration duration, int expectedStatus, Supplier<byte[]> requests) {
        var count = Math.toIntExact(perSecond * duration.toSeconds());
        return run(Duration.ofMinutes(10), count, 1_000_000_000 / perSecond, expectedStatus, requests);
    }

    /** Sends a number of requests. */
    Result run(int count, int expectedStatus, Supplier<byte[]> requests) {
        return run(Duration.ofMinutes(10), count, 0, expectedStatus, requests);
    }

    private Result run(Duration duration, int count, long gapNanos, int expectedStatus, Supplier<byte[]> requests) {
        try (var selector = Selector.open()) {
            var run = new Run(
                    selector, System.nanoTime() + duration.toNanos(), count, gapNanos, expectedStatus, requests);
            return run.toEnd();
        } catch (IOException e) {
            throw new UncheckedIOException("the load client failed", e);
        }
    }

    private final class Run {
        private final Selector selector;
        private final long endNanos;
        private final int countMax;
        private final long gapNanos;
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();
        private long firstDueNanos;
        private final byte[] expected;
        private final Supplier<byte[]> requests;
        private long[] latencies = new long[1 << 20];
        private int answered;
        private int sent;
        private int errors;
        private String firstError = "";
        private int open;

        Run(
                Selector selector,
                long endNanos,
                int countMax,
                long gapNanos,
                int expectedStatus,
                Supplier<byte[]> requests) {
            this.selector = selector;
            this.endNanos = endNanos;
            this.countMax = countMax;
            this.gapNanos = gapNanos;
            this.expected = ("HTTP/1.1 " + expectedStatus).getBytes(StandardCharsets.US_ASCII);
            this.requests = requests;
        }

        Result toEnd() throws IOException {
            var all = new ArrayList<Connection>();
            for (int i = 0; i < Math.min(connections, countMax); i++) {
                all.add(new Connection());
            }
            var begin = System.nanoTime();
            firstDueNanos = begin;
            for (var connection : all) {
                next(connection);
            }
            while (open > 0 || (paced() && sent < countMax)) {
                if (paced()) {
                    sendDue();
                }
                await();
            }
            var elapsed = Duration.ofNanos(System.nanoTime() - begin);
            for (var connection : all) {
                connection.channel.close();
            }
            var sorted = Arrays.copyOf(latencies, answered);
            Arrays.sort(sorted);
            return new Result(elapsed, sorted, errors, firstError);
        }

        private boolean paced() {
            return gapNanos > 0;
        }

        private long dueNanos() {
            return firstDueNanos + sent * gapNanos;
        }

        private void sendDue() throws IOException {
            while (sent < countMax && !idle.isEmpty() && System.nanoTime() >= dueNanos()) {
                var connection = idle.remove();
                open++;
                send(connection, dueNanos());
            }
        }

        /** Waits for responses, at a constant rate only until the next request is due: selector timeouts are too coarse. */
        private void await() throws IOException {
            if (!paced() || sent == countMax || idle.isEmpty()) {
                selector.select(this::readable);
                return;
            }
            var millis = (dueNanos() - System.nanoTime()) / 1_000_000;
            if (millis > 1) {
                selector.select(this::readable, millis - 1);
            } else {
                selector.selectNow(this::readable);
                LockSupport.parkNanos(20_000);
            }
        }

        private void readable(SelectionKey key) {
            try {
                answered((Connection) key.attachment());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void next(Connection connection) throws IOException {
            if (paced()) {
                idle.add(connection);
                return;
            }
            if (sent >= countMax || System.nanoTime() >= endNanos) {
                if (connection.busy) {
                    connection.busy = false;
                    open--;
                }
                return;
            }
            if (!connection.busy) {
                connection.busy = true;
                open++;
            }
            send(connection, 0);
        }

        /** @param dueNanos the start of its latency; 0 for now */
        private void send(Connection connection, long dueNanos) throws IOException {
            sent++;
            var request = ByteBuffer.wrap(requests.get());
            connection.sentNanos = dueNanos == 0 ? System.nanoTime() : dueNanos;
            while (request.hasRemaining()) {
                connection.channel.write(request);
            }
        }

        private void answered(Connection connection) throws IOException {
            if (connection.channel.read(connection.in) < 0) {
                throw new IOException("the service closed a connection");
            }
            var length = connection.answerLength();
            if (length < 0) {
                if (!connection.in.hasRemaining()) {
                    throw new IOException("an answer has more than " + BUFFER_BYTES + " bytes");
                }
                return;
            }
            if (answered == latencies.length) {
                latencies = Arrays.copyOf(latencies, answered * 2);
            }
            latencies[answered++] = (System.nanoTime() - connection.sentNanos) / 1_000;
            if (Arrays.mismatch(connection.in.array(), 0, expected.length, expected, 0, expected.length) >= 0) {
                errors++;
                if (firstError.isEmpty()) {
                    firstError = new String(connection.in.array(), 0, length, StandardCharsets.UTF_8);
                }
            }
            connection.in.clear();
            if (paced()) {
                open--;
            }
            next(connection);
        }

        private final class Connection {
            final SocketChannel channel;
            final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
            long sentNanos;
            boolean busy;

            Connection() throws IOException {
                channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, this);
            }

            /** The length of a complete response, or -1. */
            int answerLength() {
                var bytes = in.array();
                var headerEnd = indexOf(bytes, in.position(), HEADER_END);
                if (headerEnd < 0) {
                    return -1;
                }
                var field = indexOf(bytes, headerEnd, CONTENT_LENGTH);
                var body = 0;
                if (field >= 0) {
                    for (int at = field + CONTENT_LENGTH.length; bytes[at] != '\r'; at++) {
                        if (bytes[at] != ' ') {
                            body = body * 10 + (bytes[at] - '0');
                        }
                    }
                }
                var length = headerEnd + HEADER_END.length + body;
                return in.position() >= length ? length : -1;
            }
        }
    }

    /** Finds ASCII bytes, ignoring case. */
    private static int indexOf(byte[] bytes, int end, byte[] wanted) {
        outer:
        for (int at = 0; at <= end - wanted.length; at++) {
            for (int i = 0; i < wanted.length; i++) {
                var c = bytes[at + i];
                if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != wanted[i]) {
                    continue outer;
                }
            }
            return at;
        }
        return -1;
    }

    /** Formats an HTTP/1.1 request. */
    static byte[] request(String method, String target, List<String> headers, String body) {
        var text = new StringBuilder(512);
        text.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        headers.forEach(header -> text.append(header).append("\r\n"));
        if (!body.isEmpty()) {
            text.append("Content-Type: application/json\r\n");
        }
        text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
