package io.tical.server.http.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One accepted socket. Until its first request is complete, it has no thread of its own ({@link FirstRequest}); then a
 * virtual thread serves it ({@link ServedConnection}). Its current phase and deadline are visible to other threads, which close
 * it after the deadline or to admit other connections.
 */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** Limits the kernel's send buffer for clients that do not read. */
    private static final int SEND_BUFFER_BYTES = 64 * 1024;

    private static final long NO_DEADLINE = Long.MAX_VALUE;

    /** The phase of a connection: what its thread waits for. */
    enum Phase {
        /** The first byte of a request. */
        IDLE,
        /** The rest of the headers. */
        HEAD,
        BODY,
        /** A handler. */
        HANDLING,
        /** The client, to read its answer. */
        WRITING,
        /** The client, to close its end after a refusal. */
        LINGERING
    }

    private final SocketChannel channel;
    private final Connections owner;
    private final ByteBudget budget;
    private final ClientErrorLog errors;
    private final InetSocketAddress remote;
    private final String network;
    private final boolean proxy;
    /** Receives the first request; null as soon as the connection has a thread. */
    private volatile @Nullable FirstRequest first;

    private volatile Phase phase = Phase.IDLE;
    private volatile long deadlineNs = NO_DEADLINE;
    private volatile long progressNs = System.nanoTime();
    private volatile boolean expired;
    private volatile boolean stopping;
    private volatile long heldBytes;
    /** The same value, for the only thread that changes it. */
    private long held;

    private volatile boolean evicted;

    Connection(SocketChannel channel, Connections owner, Limits limits, ByteBudget budget, ClientErrorLog errors)
            throws IOException {
        this.channel = channel;
        this.owner = owner;
        this.budget = budget;
        this.errors = errors;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        this.remote = (InetSocketAddress) channel.getRemoteAddress();
        this.network = limits.network().apply(remote.getAddress());
        this.proxy = limits.proxies().test(remote.getAddress());
    }

    /** Lets the listener's threads receive the first request. */
    void receives(FirstRequest request) {
        first = request;
    }

    boolean isReceiving(FirstRequest request) {
        return first == request;
    }

    /** Records that the connection has a thread of its own, or has ended. */
    void endReceiving() {
        first = null;
    }

    /** Closes the connection and releases what it holds. Called by the thread that receives or serves it. */
    void end() {
        close();
        hold(-held);
        owner.remove(this);
    }

    /** Enters a phase with a deadline. */
    void enter(Phase next, long deadline) {
        deadlineNs = NO_DEADLINE;
        phase = next;
        progressNs = System.nanoTime();
        deadlineNs = deadline;
    }

    /** Suspends the deadline while the thread is working. */
    void pause() {
        deadlineNs = NO_DEADLINE;
    }

    void handling() {
        deadlineNs = NO_DEADLINE;
        phase = Phase.HANDLING;
    }

    /** Records progress after bytes were read or written. */
    void progressed(long now, long deadline) {
        progressNs = now;
        deadlineNs = deadline;
    }

    /** Changes the number of bytes held in memory. */
    void hold(long bytes) {
        if (bytes != 0) {
            held += bytes;
            heldBytes = held;
            budget.add(bytes);
        }
    }

    /** See {@link ByteBudget#makeRoom}. */
    void makeRoom() {
        budget.makeRoom();
    }

    /** See {@link ByteBudget#awaitRoom}. */
    boolean awaitRoom() {
        return budget.awaitRoom(this);
    }

    /** Closes the connection after its deadline. Called periodically by another thread. */
    void expire(long now) {
        var deadline = deadlineNs;
        if (deadline == NO_DEADLINE || now - deadline < 0) {
            return;
        }
        switch (phase) {
            // Ends the pending read, but keeps the output open for the response, which has its own deadline.
            case IDLE, HEAD, BODY -> {
                if (!expired) {
                    expired = true;
                    var receiving = first;
                    if (receiving == null) {
                        shutdownInput();
                    } else {
                        receiving.handleClosing();
                    }
                }
            }
            case WRITING -> {
                expired = true;
                abort();
            }
            case LINGERING -> close();
            case HANDLING -> {}
        }
    }

    /** Ends a pending read, and all later ones. */
    void shutdownInput() {
        try {
            channel.shutdownInput();
        } catch (IOException closedAlready) {
            close();
        }
    }

    /** Closes an idle connection immediately, and an active one after the current request. */
    void stop() {
        stopping = true;
        switch (phase) {
            case IDLE, HEAD, LINGERING -> close();
            case BODY, HANDLING, WRITING -> {}
        }
    }

    /** Closes this connection to admit another one. */
    void evict(ClientErrorLog.Kind why) {
        evicted = true;
        log(why);
        if (phase == Phase.IDLE) {
            close();
        } else {
            abort();
        }
    }

    /** Closes immediately and discards unsent data. */
    void abort() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException closedAlready) {
            LOG.trace("a connection was closed already", closedAlready);
        }
        close();
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            LOG.trace("a socket did not close", failed);
        }
        var receiving = first;
        if (receiving != null) {
            receiving.handleClosing();
        }
    }

    void log(ClientErrorLog.Kind kind) {
        errors.log(kind, remote.getAddress().getHostAddress());
    }

    Phase phase() {
        return phase;
    }

    /** When bytes were last read or written, as {@link System#nanoTime}. */
    long progressNs() {
        return progressNs;
    }

    long heldBytes() {
        return heldBytes;
    }

    boolean expired() {
        return expired;
    }

    boolean stopping() {
        return stopping;
    }

    boolean evicted() {
        return evicted;
    }

    String network() {
        return network;
    }

    boolean proxy() {
        return proxy;
    }

    InetSocketAddress remote() {
        return remote;
    }

    SocketChannel channel() {
        return channel;
    }
}
