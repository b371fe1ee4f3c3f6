package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A way to a database that can go silent: it accepts connections and carries nothing, like a stopped server, or a network that
 * drops packets. What was connected then stays silent for ever; what connects after the end of the silence is carried again.
 */
public final class SilentProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int port;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private volatile Epoch epoch = new Epoch(false);

    private static final class Epoch {
        volatile boolean silent;

        Epoch(boolean silent) {
            this.silent = silent;
        }
    }

    private SilentProxy(int port) {
        this.port = port;
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public static SilentProxy before(DatabaseSettings settings) {
        var url = Objects.requireNonNull(settings.url());
        return new SilentProxy(Integer.parseInt(url.replaceFirst(".*:([0-9]+)/.*", "$1")));
    }

    /** The same database, by way of this. */
    public DatabaseSettings settings(DatabaseSettings direct) {
        var url = Objects.requireNonNull(direct.url()).replaceFirst(":[0-9]+/", ":" + listener.getLocalPort() + "/");
        return new DatabaseSettings(
                direct.home(), url, direct.user(), direct.password(), direct.serviceSecret(), direct.poolSize());
    }

    public void silence() {
        epoch.silent = true;
    }

    public void mend() {
        epoch = new Epoch(false);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                var mine = epoch;
                sockets.add(client);
                if (!mine.silent) {
                    var server = new Socket(InetAddress.getLoopbackAddress(), port);
                    sockets.add(server);
                    carry(client, server, mine);
                    carry(server, client, mine);
                }
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void carry(Socket from, Socket to, Epoch epoch) {
        Thread.ofVirtual().start(() -> {
            var buffer = new byte[16_384];
            try {
                for (var read = from.getInputStream().read(buffer);
                        read >= 0;
                        read = from.getInputStream().read(buffer)) {
                    if (!epoch.silent) {
                        to.getOutputStream().write(buffer, 0, read);
                    }
                }
                if (!epoch.silent) {
                    to.close();
                }
            } catch (IOException e) {
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
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
