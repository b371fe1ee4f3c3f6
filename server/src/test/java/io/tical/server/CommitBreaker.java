package io.tical.server;

import io.tical.db.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy in front of PostgreSQL that can cut a connection at the worst moment: the server has committed, and the client has not
 * been told.
 */
public final class CommitBreaker implements AutoCloseable {
    /** The server's answer to a commit: CommandComplete with the tag COMMIT. */
    private static final byte[] COMMITTED = {'C', 0, 0, 0, 11, 'C', 'O', 'M', 'M', 'I', 'T', 0};

    private static final int DISARMED = -1;

    private final ServerSocket listener;
    private final URI server;
    private final AtomicInteger commitsToPass = new AtomicInteger(DISARMED);
    private final AtomicInteger broken = new AtomicInteger();

    public CommitBreaker(DatabaseSettings settings) {
        this.server = URI.create(Objects.requireNonNull(settings.url()).substring("jdbc:".length()));
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** The settings of a service that is to reach the database through this proxy. */
    public Map<String, String> settings() {
        return Map.of(
                "TICAL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:" + listener.getLocalPort() + server.getPath());
    }

    /** The settings of a database that is to be reached through this proxy. */
    public DatabaseSettings settings(DatabaseSettings direct) {
        return new DatabaseSettings(
                direct.home(),
                settings().get("TICAL_DATABASE_URL"),
                direct.user(),
                direct.password(),
                direct.serviceSecret(),
                direct.poolSize());
    }

    /** Breaks the commit that follows so many others; those pass. */
    public void breakAfter(int commits) {
        commitsToPass.set(commits);
    }

    /** How many commits were broken. */
    public int broken() {
        return broken.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                var database = new Socket(server.getHost(), server.getPort());
                Thread.ofVirtual().start(() -> forward(client, database, false));
                Thread.ofVirtual().start(() -> forward(database, client, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void forward(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            var buffer = new byte[65_536];
            for (var read = from.getInputStream().read(buffer);
                    read > 0;
                    read = from.getInputStream().read(buffer)) {
                if (answers && breaks(buffer, read)) {
                    return;
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // One side is gone, and the other one is closed with it.
            return;
        }
    }

    private boolean breaks(byte[] buffer, int length) {
        if (commitsToPass.get() == DISARMED || !tellsOfACommit(buffer, length)) {
            return false;
        }
        if (commitsToPass.getAndDecrement() > 0) {
            return false;
        }
        commitsToPass.set(DISARMED);
        broken.incrementAndGet();
        return true;
    }

    private static boolean tellsOfACommit(byte[] buffer, int length) {
        for (int at = 0; at + COMMITTED.length <= length; at++) {
            if (Arrays.equals(buffer, at, at + COMMITTED.length, COMMITTED, 0, COMMITTED.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
