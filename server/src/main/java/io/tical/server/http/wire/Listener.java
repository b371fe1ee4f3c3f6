package io.tical.server.http.wire;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts the connections of a socket until it is closed. If accepting fails, for example because the process has no file
 * descriptor left, it closes silent connections, pauses, and tries again.
 */
public final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** How long accepting may fail before the listener is reported as down. */
    private static final Duration FAILING_MAX = Duration.ofSeconds(5);

    /** The fraction of all connections that may wait for a thread with a complete first request. */
    private static final int WAITING_PART = 16;

    private static final int WAITING_MIN = 16;
    /** The connections that are accepted in a row before requests are received again. */
    private static final int ACCEPTED_MAX = 64;

    private static final Duration LOG_PERIOD = Duration.ofSeconds(1);

    private final Codec codec;
    private final Limits limits;
    private final Connections connections;
    private final ByteBudget budget;
    private final ClientErrorLog errors;
    private final ServerSocketChannel socket;
    private final Accepting accepting;
    private final FirstRequests requests;

    private volatile boolean closed;
    private volatile @Nullable Failure failure;
    private long loggedNs = System.nanoTime() - LOG_PERIOD.toNanos();

    /** The time since which accepting fails, and the error. */
    private record Failure(long sinceNs, String message) {}

    /**
     * The state of a listener.
     *
     * @param accepting whether new connections are accepted
     * @param connections open connections
     * @param connectionsMax the maximum number of open connections
     * @param failure why the last attempt to accept a connection failed, or null if it succeeded
     */
    public record State(
            boolean accepting,
            int connections,
            int connectionsMax,
            @Nullable String failure) {}

    /** Accepts a connection, if one is waiting. */
    interface Accepting {
        @Nullable
        SocketChannel accept() throws IOException;
    }

    /**
     * @param socket bound to its port
     * @param accepting accepts a connection of the socket
     */
    Listener(
            Codec codec,
            ServerSocketChannel socket,
            Accepting accepting,
            Limits limits,
            Connections connections,
            ByteBudget budget,
            ClientErrorLog errors) {
        this.codec = codec;
        this.socket = socket;
        this.accepting = accepting;
        this.limits = limits;
        this.connections = connections;
        this.budget = budget;
        this.errors = errors;
        this.requests = new FirstRequests(
                codec,
                limits.deadlines(),
                socket,
                this::accept,
                Math.max(WAITING_MIN, connections.most() / WAITING_PART));
    }

    void start() {
        codec.start();
        requests.start();
    }

    public State state() {
        var failing = failure;
        var down = closed
                || !requests.isRunning()
                || (failing != null && System.nanoTime() - failing.sinceNs() > FAILING_MAX.toNanos());
        return new State(!down, connections.count(), connections.most(), failing == null ? null : failing.message());
    }

    private void accept() {
        for (int count = 0; count < ACCEPTED_MAX; count++) {
            try {
                var channel = accepting.accept();
                failure = null;
                if (channel == null) {
                    return;
                }
                add(channel);
            } catch (IOException | RuntimeException | Error e) {
                // Catches errors, too: without this thread the service is unreachable.
                failed(e);
                return;
            }
        }
    }

    private void add(SocketChannel channel) throws IOException {
        try {
            var connection = new Connection(channel, connections, limits, budget, errors);
            if (!connections.admit(connection)) {
                connection.log(ClientErrorLog.Kind.CONNECTION_REFUSED);
                connection.abort();
                return;
            }
            try {
                requests.add(connection);
            } catch (IOException | RuntimeException | Error e) {
                connections.remove(connection);
                throw e;
            }
        } catch (IOException gone) {
            LOG.trace("a connection ended at once", gone);
            channel.close();
        } catch (RuntimeException | Error e) {
            channel.close();
            throw e;
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
        connections.closeSilent();
        LockSupport.parkNanos(PAUSE.toNanos());
    }

    /** Stops accepting connections. */
    void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("socket {} did not close", codec.name(), e);
        }
        requests.stopAccepting();
    }

    /** Releases the resources after the last connection has ended. */
    void ended() {
        requests.close();
        codec.stop();
    }
}
