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
 * One accepted socket, served by one virtual thread. What that thread waits for, and until when, is visible to other threads,
 * which end it when its time is over or when its place is needed.
 */
final class Connection implements ConnectionContext, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** Bounds what the kernel holds for a client that reads nothing. */
    private static final int SEND_BUFFER_BYTES = 64 * 1024;

    private static final long NO_DEADLINE = Long.MAX_VALUE;

    /** What the thread of a connection waits for. */
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
    /** The same, for the one thread that changes it. */
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

    /** Waits for something, until then. */
    void enter(Phase next, long deadline) {
        deadlineNs = NO_DEADLINE;
        phase = next;
        progressNs = System.nanoTime();
        deadlineNs = deadline;
    }

    /** Has something to do before it goes on to wait for the same thing. */
    void pause() {
        deadlineNs = NO_DEADLINE;
    }

    void handling() {
        deadlineNs = NO_DEADLINE;
        phase = Phase.HANDLING;
    }

    /** Bytes were read or written. */
    void progressed(long now, long deadline) {
        progressNs = now;
        deadlineNs = deadline;
    }

    /** Holds more bytes, or fewer, in memory. */
    void hold(long bytes) {
        if (bytes != 0) {
            held += bytes;
            heldBytes = held;
            budget.add(bytes);
        }
    }

    /** Closes others if too many bytes are held. */
    void makeRoom() {
        budget.makeRoom();
    }

    /** Waits until there is room for more bytes. See {@link ByteBudget#awaitRoom}. */
    boolean awaitRoom() {
        return budget.awaitRoom(this);
    }

    /** Ends what takes too long; called regularly by another thread. */
    void expire(long now) {
        var deadline = deadlineNs;
        if (deadline == NO_DEADLINE || now - deadline < 0) {
            return;
        }
        switch (phase) {
            // Ends the read that it waits in, and leaves the way out open for an answer, which has a deadline of its
            // own.
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

    /** Closes now what waits for a request, and everything else after the request that it is at. */
    void stop() {
        stopping = true;
        switch (phase) {
            case IDLE, HEAD, LINGERING -> close();
            case BODY, HANDLING, WRITING -> {}
        }
    }

    /** Gives its place to another one. */
    void evict(ClientErrorLog.Kind why) {
        evicted = true;
        errors.log(why, remote.host());
        if (phase == Phase.IDLE) {
            close();
        } else {
            abort();
        }
    }

    /** Closes at once; the kernel forgets what the client has not read. */
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

    /** When bytes last came or went, in the sense of {@link System#nanoTime}. */
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
