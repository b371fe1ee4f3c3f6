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
record LoadClient(int port, int connections) {
    private static final byte[] HEADER_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONTENT_LENGTH = "\r\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER_BYTES = 256 * 1024;

    /** The result of one run: its duration, the latencies, and the number of unexpected responses. */
    record Result(Duration elapsed, long[] latenciesMicros, int errors, String firstError) {
        double perSecond() {
            return latenciesMicros.length / (elapsed.toNanos() / 1e9);
        }

        double percentileMillis(int percentile) {
            return LoadClient.percentileMillis(latenciesMicros, percentile);
        }
    }

    /** A percentile of sorted latencies by nearest rank; not a number if there are none. */
    static double percentileMillis(long[] sortedMicros, int percentile) {
        var rank = (int) Math.ceilDiv((long) percentile * sortedMicros.length, 100);
        return sortedMicros.length == 0 ? Double.NaN : sortedMicros[rank - 1] / 1_000.0;
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
        var expected = ("HTTP/1.1 " + expectedStatus).getBytes(StandardCharsets.US_ASCII);
        var task = new Task(System.nanoTime() + duration.toNanos(), count, gapNanos, expected, requests);
        try (var selector = Selector.open()) {
            return new Run(selector, task).toEnd();
        } catch (IOException e) {
            throw new UncheckedIOException("the load client failed", e);
        }
    }

    /**
     * The requests of a run.
     *
     * @param gapNanos the time between requests at a constant rate; 0 in a closed loop
     * @param expected the beginning of every expected response
     */
    private record Task(long endNanos, int countMax, long gapNanos, byte[] expected, Supplier<byte[]> requests) {
        boolean paced() {
            return gapNanos > 0;
        }
    }

    private final class Run {
        private final Selector selector;
        private final Task task;
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();
        private long firstDueNanos;
        private long[] latencies = new long[1 << 20];
        private int answered;
        private int sent;
        private int errors;
        private String firstError = "";
        private int open;

        Run(Selector selector, Task task) {
            this.selector = selector;
            this.task = task;
        }

        Result toEnd() throws IOException {
            var all = new ArrayList<Connection>();
            for (int i = 0; i < Math.min(connections, task.countMax); i++) {
                all.add(new Connection());
            }
            firstDueNanos = System.nanoTime();
            for (var connection : all) {
                next(connection);
            }
            while (open > 0 || (task.paced() && sent < task.countMax)) {
                if (task.paced()) {
                    sendDue();
                }
                await();
            }
            var elapsed = Duration.ofNanos(System.nanoTime() - firstDueNanos);
            for (var connection : all) {
                connection.channel.close();
            }
            var sorted = Arrays.copyOf(latencies, answered);
            Arrays.sort(sorted);
            return new Result(elapsed, sorted, errors, firstError);
        }

        private long dueNanos() {
            return firstDueNanos + sent * task.gapNanos;
        }

        private void sendDue() throws IOException {
            while (sent < task.countMax && !idle.isEmpty() && System.nanoTime() >= dueNanos()) {
                send(idle.remove(), dueNanos());
            }
        }

        /** Waits for responses, at a constant rate only until the next request is due: selector timeouts are too coarse. */
        private void await() throws IOException {
            if (!task.paced() || sent == task.countMax || idle.isEmpty()) {
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
            if (task.paced()) {
                idle.add(connection);
            } else if (sent < task.countMax && System.nanoTime() < task.endNanos) {
                send(connection, 0);
            }
        }

        /** @param dueNanos the start of its latency; 0 for now */
        private void send(Connection connection, long dueNanos) throws IOException {
            open++;
            sent++;
            var request = ByteBuffer.wrap(task.requests.get());
            connection.sentNanos = dueNanos == 0 ? System.nanoTime() : dueNanos;
            while (request.hasRemaining()) {
                connection.channel.write(request);
            }
        }

        private void answered(Connection connection) throws IOException {
            if (connection.channel.read(connection.in) < 0) {
                throw new IOException("the service closed a connection");
            }
            var bytes = messageBytes(connection.in.array(), connection.in.position());
            if (bytes < 0) {
                if (!connection.in.hasRemaining()) {
                    throw new IOException("an answer has more than " + BUFFER_BYTES + " bytes");
                }
                return;
            }
            if (answered == latencies.length) {
                latencies = Arrays.copyOf(latencies, answered * 2);
            }
            latencies[answered++] = (System.nanoTime() - connection.sentNanos) / 1_000;
            var length = task.expected.length;
            if (!Arrays.equals(connection.in.array(), 0, length, task.expected, 0, length)) {
                errors++;
                if (firstError.isEmpty()) {
                    firstError = new String(connection.in.array(), 0, bytes, StandardCharsets.UTF_8);
                }
            }
            connection.in.clear();
            open--;
            next(connection);
        }

        private final class Connection {
            final SocketChannel channel;
            final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
            long sentNanos;

            Connection() throws IOException {
                channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, this);
            }
        }
    }

    /** The length of the complete message at the start of these bytes, with its body, or -1. */
    static int messageBytes(byte[] bytes, int end) {
        var headerEnd = indexOf(bytes, end, HEADER_END);
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
        return end >= length ? length : -1;
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
