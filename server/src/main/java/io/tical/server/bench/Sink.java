package io.tical.server.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A merchant's server that responds to every callback with 200 and records its arrival. It uses one thread and does little
 * work, because it shares the processors with the service.
 */
final class Sink implements AutoCloseable {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String ID = "\r\nwebhook-id: ";
    private static final String SIGNATURE = "\r\nX-P2P-Signature: v1=";
    private static final int ID_LENGTH = 36;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final Map<String, Long> arrivals = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    Sink() throws IOException {
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4_096);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().daemon().name("sink").start(this::run);
    }

    String url() {
        return "http://127.0.0.1:" + server.socket().getLocalPort() + "/callbacks";
    }

    /** The first arrival of each body id, as {@link System#nanoTime()}. */
    Map<String, Long> arrivals() {
        return arrivals;
    }

    private void run() {
        try {
            while (!closed) {
                selector.select(this::ready);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                for (var channel = server.accept(); channel != null; channel = server.accept()) {
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(BUFFER_BYTES));
                }
            } else {
                read((SocketChannel) key.channel(), (ByteBuffer) key.attachment());
            }
        } catch (IOException broken) {
            key.cancel();
        }
    }

    private void read(SocketChannel channel, ByteBuffer in) throws IOException {
        if (channel.read(in) < 0) {
            channel.close();
            return;
        }
        if (LoadClient.messageBytes(in.array(), in.position()) < 0) {
            return;
        }
        var text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
        var id = text.indexOf(ID) + ID.length();
        if (text.indexOf(SIGNATURE) < 0) {
            throw new IOException("a callback came without a signature");
        }
        arrivals.putIfAbsent(text.substring(id, id + ID_LENGTH), System.nanoTime());
        channel.write(ByteBuffer.wrap(ANSWER));
        channel.close();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
        selector.close();
    }
}
