package io.tical.server.http.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sockets of the process. They share its limits, and each has its own part of the connections. */
public final class Listeners implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
    private static final Duration SCAN_PERIOD = Duration.ofMillis(100);
    private static final Duration LOG_PERIOD = Duration.ofSeconds(1);
    private static final Duration CLOSE_SCAN_PERIOD = Duration.ofMillis(5);
    private static final int CONNECTIONS_MIN = 4;
    private static final int BACKLOG = 1_024;

    private final Limits limits;
    private final Duration grace;
    private final ByteBudget budget;
    private final ClientErrorLog errors = new ClientErrorLog();
    private final Map<String, Listener> listeners = new ConcurrentHashMap<>();
    private final Thread watchdog =
            Thread.ofPlatform().daemon().name("connection-deadlines").unstarted(this::watch);

    private volatile boolean closed;

    /** @param grace how long closing waits for requests in progress */
    public Listeners(Limits limits, Duration grace) {
        this.limits = limits;
        this.grace = grace;
        this.budget = new ByteBudget(limits.bytes());
    }

    /**
     * Opens a socket. The kernel queues connections until {@link #start} accepts them.
     *
     * @throws IOException if the port cannot be opened
     */
    public static ServerSocketChannel bind(InetSocketAddress address) throws IOException {
        var socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address, BACKLOG);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Adds an open socket, which accepts nothing before {@link #start}.
     *
     * @param part the fraction of all connections, above 0 and at most 1
     */
    public void add(Codec codec, ServerSocketChannel socket, double part) {
        var own = new Connections(Math.max(CONNECTIONS_MIN, (int) (limits.connections() * part)));
        budget.watch(own);
        listeners.put(codec.name(), new Listener(codec, socket, socket::accept, limits, own, budget, errors));
    }

    /** The state of the socket with this name. */
    public Listener.State state(String name) {
        return Objects.requireNonNull(listeners.get(name), name).state();
    }

    /** Accepts connections on all sockets that were added. */
    public void start() {
        watchdog.start();
        listeners.values().forEach(Listener::start);
    }

    private void watch() {
        var flushNs = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(SCAN_PERIOD.toNanos());
            var now = System.nanoTime();
            try {
                budget.connections().forEach(connection -> connection.expire(now));
                if (now - flushNs >= LOG_PERIOD.toNanos()) {
                    flushNs = now;
                    errors.flush();
                }
            } catch (RuntimeException | Error e) {
                // Catches everything, because this thread enforces all deadlines.
                LOG.error("the deadlines of connections were not checked", e);
            }
        }
    }

    /**
     * Stops accepting connections, waits for requests in progress, and closes the remaining connections after the grace
     * period.
     */
    @Override
    public void close() {
        listeners.values().forEach(Listener::close);
        var deadline = System.nanoTime() + grace.toNanos();
        while (budget.connections().findAny().isPresent() && System.nanoTime() - deadline < 0) {
            budget.connections().forEach(Connection::stop);
            LockSupport.parkNanos(CLOSE_SCAN_PERIOD.toNanos());
        }
        budget.connections().forEach(Connection::abort);
        closed = true;
        listeners.values().forEach(Listener::ended);
    }
}
