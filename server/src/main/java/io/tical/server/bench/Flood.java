package io.tical.server.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Opens many connections to a loopback port, sends the same bytes on each, and keeps them open. Runs as a separate process,
 * because the number of files of a process is limited. It connects only to 127.0.0.1, from 127.0.0.2 to 127.0.0.20, and ends when its time
 * is over or its standard input ends.
 */
final class Flood {
    private static final int FIRST_SOURCE = 2;
    private static final int SOURCES = 19;
    private static final int CONNECTING_MAX = 400;
    private static final int RECEIVE_BYTES = 4_096;
    /** The fraction of the time in which connections are opened, because opening them costs processor time that both sides share. */
    private static final double OPENING = 2.0 / 3;

    private final ByteBuffer answer = ByteBuffer.allocateDirect(64 * 1024);
    private final int port;
    private final Kind kind;
    private final ByteBuffer payload;
    private final int wanted;
    private final Duration duration;
    private int begun;
    private int connecting;
    private int opened;
    private int refused;
    private int closed;

    /** The bytes sent on each connection. */
    enum Kind {
        /** Twelve pipelined requests for the largest file that anybody gets; the responses are not read. */
        UNREAD_PAGES("GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(12), false),
        UNFINISHED_HEADER("GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Unfinished: yes", true),
        UNFINISHED_BODY(
                "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 65000\r\n\r\n{\"username\":\"" + "a".repeat(64_900),
                true),
        NOTHING("", true);

        private final String bytes;
        private final boolean reading;

        Kind(String bytes, boolean reading) {
            this.bytes = bytes;
            this.reading = reading;
        }
    }

    private Flood(String[] args) {
        port = Integer.parseInt(args[0]);
        kind = Kind.valueOf(args[1]);
        payload = ByteBuffer.wrap(kind.bytes.getBytes(StandardCharsets.US_ASCII));
        wanted = Integer.parseInt(args[2]);
        duration = Duration.ofSeconds(Integer.parseInt(args[3]));
    }

    /** A {@link HeldProcess}. Arguments: port, kind, number of connections, seconds. */
    static void main(String[] args) throws IOException {
        var flood = new Flood(args);
        IO.println(HeldProcess.READY);
        if (System.in.read() < 0) {
            return;
        }
        Thread.ofPlatform().daemon().start(Flood::endWithParent);
        flood.run();
        IO.println(flood.opened + " " + flood.refused + " " + flood.closed);
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The parent has ended.
        }
        Runtime.getRuntime().halt(1);
    }

    private void run() throws IOException {
        var begin = System.nanoTime();
        try (var selector = Selector.open()) {
            while (System.nanoTime() - begin < duration.toNanos()) {
                var elapsed = (System.nanoTime() - begin) / (OPENING * duration.toNanos());
                var due = (int) Math.min(wanted, wanted * elapsed);
                while (begun < due && connecting < CONNECTING_MAX) {
                    connect(selector);
                }
                selector.select(this::ready, begun < wanted ? 5 : 100);
            }
        }
    }

    private void connect(Selector selector) throws IOException {
        var channel = SocketChannel.open();
        begun++;
        connecting++;
        try {
            channel.bind(new InetSocketAddress(RawConnection.loopback(FIRST_SOURCE + begun % SOURCES), 0));
            channel.configureBlocking(false);
            if (!kind.reading) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
            }
            var key = channel.register(selector, SelectionKey.OP_CONNECT, payload.duplicate());
            if (channel.connect(new InetSocketAddress(RawConnection.loopback(1), port))) {
                connected(key);
            }
        } catch (IOException e) {
            ended(channel);
        }
    }

    /** Counts a connection that the service closed or refused. */
    private void ended(SocketChannel channel) {
        if (channel.isConnected()) {
            closed++;
        } else {
            connecting--;
            refused++;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        var channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable()) {
                channel.finishConnect();
                connected(key);
            }
            if (key.isWritable()) {
                write(key);
            }
            if (key.isReadable()) {
                answer.clear();
                if (channel.read(answer) < 0) {
                    ended(channel);
                }
            }
        } catch (IOException e) {
            ended(channel);
        }
    }

    private void connected(SelectionKey key) throws IOException {
        connecting--;
        opened++;
        write(key);
    }

    private void write(SelectionKey key) throws IOException {
        var rest = (ByteBuffer) key.attachment();
        ((SocketChannel) key.channel()).write(rest);
        key.interestOps((rest.hasRemaining() ? SelectionKey.OP_WRITE : 0) | (kind.reading ? SelectionKey.OP_READ : 0));
    }
}
