package io.tical.server.http.wire;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One accepted socket, served by one virtual thread. Its current phase and deadline are visible to other threads, which
 * close it after the deadline or to admit other connections.
 */
final class Connection implements ConnectionContext, Runnable {
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

    private final Socket socket;
    private final Codec codec;
    private final Connections owner;
    private final ByteBudget budget;
    private final ClientErrorLog errors;
    private final Peer remote;
    private final Peer local;
    private final String network;
    private final boolean proxy;
    private final Inbound inbound;
    private final DataReader reader;
    private final Outbound outbound;

    private volatile Phase phase = Phase.IDLE;
    private volatile long deadlineNs = NO_DEADLINE;
    private volatile long progressNs = System.nanoTime();
    private volatile boolean expired;
    private volatile boolean stopping;
    private volatile long heldBytes;
    /** The same value, for the only thread that changes it. */
    private long held;

    private volatile boolean evicted;

    Connection(Socket socket, Codec codec, Connections owner, Limits limits, ByteBudget budget, ClientErrorLog errors)
            throws IOException {
        this.socket = socket;
        this.codec = codec;
        this.owner = owner;
        this.budget = budget;
        this.errors = errors;
        socket.setTcpNoDelay(true);
        socket.setSendBufferSize(SEND_BUFFER_BYTES);
        var address = (InetSocketAddress) socket.getRemoteSocketAddress();
        this.network = limits.network().apply(address.getAddress());
        this.proxy = limits.proxies().test(address.getAddress());
        this.outbound = new Outbound(this, socket.getOutputStream(), limits.deadlines());
        this.inbound = new Inbound(this, socket.getInputStream(), limits.deadlines(), codec.refusals(), outbound);
        this.reader = new DataReader(inbound);
        this.remote = new Peer(address, inbound::target);
        this.local = new Peer((InetSocketAddress) socket.getLocalSocketAddress(), inbound::target);
    }

    @Override
    public void run() {
        try {
            codec.serve(this);
            inbound.linger();
        } catch (CloseConnectionException | UncheckedIOException ended) {
            LOG.trace("a connection ended", ended);
            inbound.linger();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            hold(-held);
            owner.remove(this);
        }
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

    /** Closes other connections if the memory limit is exceeded. */
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
            // Ends the pending read but keeps the output open for the response, which has its own deadline.
            case IDLE, HEAD, BODY -> {
                if (!expired) {
                    expired = true;
                    shutdownInput();
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

    private void shutdownInput() {
        try {
            socket.shutdownInput();
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
        errors.log(why, remote.host());
        if (phase == Phase.IDLE) {
            close();
        } else {
            abort();
        }
    }

    /** Closes immediately and discards unsent data. */
    void abort() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closedAlready) {
            LOG.trace("a connection was closed already", closedAlready);
        }
        close();
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            LOG.trace("a socket did not close", failed);
        }
    }

    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    void log(ClientErrorLog.Kind kind) {
        errors.log(kind, remote.host());
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

    @Override
    public ListenerContext listenerContext() {
        return codec;
    }

    @Override
    public ExecutorService executor() {
        return codec.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return outbound;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return codec.router();
    }

    @Override
    public PeerInfo remotePeer() {
        return remote;
    }

    @Override
    public PeerInfo localPeer() {
        return local;
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String socketId() {
        return owner.name();
    }

    @Override
    public String childSocketId() {
        return Integer.toHexString(remote.port());
    }
}
