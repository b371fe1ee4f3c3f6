package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An address that points at one server, then at another, such as a virtual address or a name whose record changes. */
public final class MovableAddress implements AutoCloseable {
    private static final int NOWHERE = 0;

    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private volatile int target;

    /** An address that points at a server. */
    public MovableAddress(ReplicatedDatabase.Server server) {
        target = server.port();
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Points at another server from now on. What is connected is cut off. */
    public void pointAt(ReplicatedDatabase.Server server) {
        target = server.port();
        cut();
    }

    /** Points at no server: connections are closed as soon as they are accepted. */
    public void pointNowhere() {
        target = NOWHERE;
        cut();
    }

    private void cut() {
        for (var socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            close(socket);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                if (target == NOWHERE) {
                    close(client);
                } else {
                    join(client);
                }
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void join(Socket client) {
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(server);
            carry(client, server);
            carry(server, client);
        } catch (IOException refused) {
            close(client);
        }
    }

    private static void carry(Socket from, Socket to) {
        Thread.ofVirtual().start(() -> {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException cut) {
                // The other end is closed below.
            } finally {
                close(from);
                close(to);
            }
        });
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
