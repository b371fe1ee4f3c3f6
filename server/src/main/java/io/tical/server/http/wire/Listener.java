package io.tical.server.http.wire;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket that accepts connections until it is closed. No failure to accept one ends it, also not that the process has no more
 * descriptors: it waits a moment, gives back what silent clients hold, and goes on.
 */
public final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** How long accepting may fail before the listener counts as down. */
    private static final Duration FAILING_MAX = Duration.ofSeconds(5);

    /** Connections that are started at once after a quiet time, and a second in the long run. */
    private static final int STARTS_BURST = 256;

    private static final int STARTS_PER_SECOND = 2_000 * Runtime.getRuntime().availableProcessors();

    /** Accepted connections that wait to be started, as a part of all connections. */
    private static final int WAITING_PART = 16;

    private static final int WAITING_MIN = 16;

    private static final Duration LOG_PERIOD = Duration.ofSeconds(1);

    private final Codec codec;
    private final Limits limits;
    private final Connections connections;
    private final ByteBudget budget;
    private final ClientErrorLog errors;
    private final ServerSocket socket;
    private final StartQueue<Accepted> starts;
    private final Thread thread;

    private volatile boolean closed;
    private volatile @Nullable Failure failure;
    private long loggedNs = System.nanoTime() - LOG_PERIOD.toNanos();

    /** Accepting has failed since then. */
    private record Failure(long sinceNs, String message) {}

    /**
     * What is to be known of a listener.
     *
     * @param accepting whether new connections are accepted
     * @param connections how many are open
     * @param connectionsMax how many may be
     * @param failure why the last attempt to accept a connection failed; null when it did not
     */
    public record State(
            boolean accepting,
            int connections,
            int connectionsMax,
            @Nullable String failure) {}

    /** @param socket bound to its port */
    Listener(
            Codec codec,
            ServerSocket socket,
            Limits limits,
            Connections connections,
            ByteBudget budget,
            ClientErrorLog errors) {
        this.codec = codec;
        this.socket = socket;
        this.limits = limits;
        this.connections = connections;
        this.budget = budget;
        this.errors = errors;
        this.starts = new StartQueue<>(
                codec.name(),
                STARTS_BURST,
                STARTS_PER_SECOND,
                Math.max(WAITING_MIN, connections.most() / WAITING_PART),
                new Starts());
        this.thread = Thread.ofPlatform().name(codec.name() + "-listener").unstarted(this::listen);
    }

    void start() {
        codec.start();
        starts.start();
        thread.start();
    }

    public State state() {
        var failing = failure;
        var down = closed
                || !thread.isAlive()
                || (failing != null && System.nanoTime() - failing.sinceNs() > FAILING_MAX.toNanos());
        return new State(!down, connections.count(), connections.most(), failing == null ? null : failing.message());
    }

    private void listen() {
        while (!closed) {
            try {
                accept();
                failure = null;
            } catch (IOException | RuntimeException | Error e) {
                // An Error too: a listener that ends takes the service with it, though the process goes on.
                failed(e);
            }
        }
    }

    private void accept() throws IOException {
        var accepted = socket.accept();
        try {
            starts.add(new Accepted(accepted, limits.network().apply(accepted.getInetAddress())));
        } catch (RuntimeException | Error e) {
            accepted.close();
            throw e;
        }
    }

    private record Accepted(Socket socket, String network) {}

    private final class Starts implements StartQueue.Start<Accepted> {
        @Override
        public String network(Accepted accepted) {
            return accepted.network();
        }

        @Override
        public void begin(Accepted accepted) {
            try {
                var connection = new Connection(accepted.socket(), codec, connections, limits, budget, errors);
                if (connections.admit(connection)) {
                    begin(connection);
                } else {
                    connection.log(ClientErrorLog.Kind.CONNECTION_REFUSED);
                    connection.abort();
                }
            } catch (IOException gone) {
                LOG.trace("a connection ended at once", gone);
                drop(accepted);
            } catch (RuntimeException | Error e) {
                drop(accepted);
                failed(e);
            }
        }

        private void begin(Connection connection) {
            try {
                Thread.ofVirtual().start(connection);
            } catch (RuntimeException | Error e) {
                connections.remove(connection);
                throw e;
            }
        }

        @Override
        public void drop(Accepted accepted) {
            try {
                accepted.socket().close();
            } catch (IOException e) {
                LOG.trace("a connection was closed already", e);
            }
        }
    }

    private void failed(Throwable e) {
        if (closed) {
            return;
        }
        var now = System.nanoTime();
        var failing = failure;
        failure = new Failure(failing == null ? now : failing.sinceNs(), String.valueOf(e.getMessage()));
        if (now - loggedNs >= LOG_PERIOD.toNanos()) {
            loggedNs = now;
            LOG.warn("socket {}: a connection could not be accepted: {}", codec.name(), e.toString());
        }
        connections.shed();
        LockSupport.parkNanos(PAUSE.toNanos());
    }

    /** Accepts no more. */
    void close() {
        closed = true;
        starts.close();
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("socket {} did not close", codec.name(), e);
        }
    }

    /** After the last connection has ended. */
    void ended() {
        codec.stop();
    }
}
