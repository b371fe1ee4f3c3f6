package io.tical.server.http.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the connections of a socket, which {@link Listener} accepts, and receives their first requests on one thread. It gives a
 * connection a virtual thread when its request is complete, or after the headers if the body is large or an upload. So thousands of clients
 * that send nothing or half a request occupy little memory, and do not compete with requests for the processors (decision 0027).
 */
final class FirstRequests {
    private static final Logger LOG = LoggerFactory.getLogger(FirstRequests.class);
    private static final int SCRATCH_BYTES = 32 * 1024;
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** The connections that are served immediately after a quiet time; the next constant is the rate per second in the long run. */
    private static final int STARTS_BURST = 32;

    private static final int STARTS_PER_SECOND = 750 * Runtime.getRuntime().availableProcessors();

    /** The channels that are handled immediately when they are ready; above this rate the thread handles them in groups. */
    private static final int PROMPT_BURST = 64;

    private static final int PROMPT_PER_SECOND = 500;
    /** How long channels are left waiting to form a group. */
    private static final Duration GROUPING = Duration.ofMillis(2);

    private final Codec codec;
    private final Deadlines deadlines;
    private final ServerSocketChannel socket;
    private final Runnable acceptable;
    private final BodyMemory memory = new BodyMemory();
    private final Selector selector;
    private final Thread thread;
    private final StartQueue<FirstRequest> starts;
    private final Queue<FirstRequest> attention = new ConcurrentLinkedQueue<>();
    private final Rate prompt = new Rate(PROMPT_BURST, PROMPT_PER_SECOND);
    private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES);
    private boolean grouping;
    private volatile boolean closed;

    /**
     * @param acceptable called on the thread when the socket may have a new connection
     * @param waitingMax complete requests that wait for a thread
     */
    FirstRequests(Codec codec, Deadlines deadlines, ServerSocketChannel socket, Runnable acceptable, int waitingMax) {
        this.codec = codec;
        this.deadlines = deadlines;
        this.socket = socket;
        this.acceptable = acceptable;
        this.starts = new StartQueue<>(
                codec.name(),
                STARTS_BURST,
                STARTS_PER_SECOND,
                waitingMax,
                request -> request.connection().network(),
                this::begin,
                FirstRequests::drop);
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.thread = Thread.ofPlatform().name(codec.name() + "-listener").unstarted(this::run);
    }

    void start() {
        try {
            socket.configureBlocking(false);
            socket.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        starts.start();
        thread.start();
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    BodyMemory memory() {
        return memory;
    }

    /** Receives the first request of a new connection. Called on the thread. */
    void add(Connection connection) throws IOException {
        connection.channel().configureBlocking(false);
        var request = new FirstRequest(connection, this);
        // Most requests arrive together with their connection.
        if (!advance(request)) {
            try {
                connection.channel().register(selector, SelectionKey.OP_READ, request);
            } catch (ClosedChannelException expired) {
                LOG.trace("a connection was closed at once", expired);
            }
        }
    }

    /** Releases the closed socket. */
    void stopAccepting() {
        selector.wakeup();
    }

    /** Handles a request whose deadline has passed, or whose connection was closed. Called by any thread. */
    void handleClosing(FirstRequest request) {
        attention.add(request);
        selector.wakeup();
    }

    private void run() {
        while (!closed) {
            try {
                selector.select(this::ready);
                for (var request = attention.poll(); request != null; request = attention.poll()) {
                    finish(request);
                }
                if (grouping) {
                    grouping = false;
                    LockSupport.parkNanos(GROUPING.toNanos());
                }
            } catch (IOException | RuntimeException | Error e) {
                // Catches everything, because no connection is served without this thread.
                if (!closed) {
                    LOG.error("socket {}: new connections were not served", codec.name(), e);
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }
    }

    private void ready(SelectionKey key) {
        if (!prompt.allows()) {
            grouping = true;
        }
        if (key.attachment() instanceof FirstRequest request) {
            advance(request);
        } else {
            acceptable.run();
        }
    }

    /** Receives more of a request. Returns whether nothing more is to be received here. */
    private boolean advance(FirstRequest request) {
        try {
            return switch (request.receive(scratch)) {
                case WAITING -> false;
                case COMPLETE -> {
                    complete(request);
                    yield true;
                }
                case INCOMPLETE -> {
                    refuse(request, request.incomplete(codec.refusals()), ClientErrorLog.Kind.MALFORMED_REQUEST);
                    end(request);
                    yield true;
                }
            };
        } catch (IOException gone) {
            LOG.trace("a connection ended", gone);
            end(request);
            return true;
        } catch (RuntimeException | Error e) {
            end(request);
            throw e;
        }
    }

    /** Ends receiving for this connection; it is served as soon as the rate allows. */
    private void complete(FirstRequest request) {
        request.connection().endReceiving();
        request.connection().handling();
        var key = request.connection().channel().keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        starts.add(request);
    }

    /** Gives a connection a thread. */
    private void begin(FirstRequest request) {
        var connection = request.connection();
        try {
            connection.channel().configureBlocking(true);
            var served = ServedConnection.of(connection, codec, deadlines, request.received());
            request.release();
            Thread.ofVirtual().start(served);
        } catch (IOException gone) {
            LOG.trace("a connection ended", gone);
            end(request);
        } catch (RuntimeException | Error e) {
            end(request);
            LOG.error("socket {}: a connection was not served", codec.name(), e);
        }
    }

    private static void drop(FirstRequest request) {
        request.connection().log(ClientErrorLog.Kind.CONNECTION_REFUSED);
        end(request);
    }

    private void finish(FirstRequest request) {
        var connection = request.connection();
        if (connection.isReceiving(request)) {
            if (connection.expired()) {
                refuse(request, request.timedOut(codec.refusals()), ClientErrorLog.Kind.TOO_SLOW);
            }
            end(request);
        } else if (connection.expired()) {
            // The request was completed at the last moment: the connection is closed after its response.
            connection.shutdownInput();
        }
    }

    /** Answers a request that is refused, as far as the client's receive buffer allows. */
    private static void refuse(FirstRequest request, byte @Nullable [] response, ClientErrorLog.Kind why) {
        if (response != null) {
            request.connection().log(why);
            try {
                request.connection().channel().write(ByteBuffer.wrap(response));
            } catch (IOException gone) {
                LOG.trace("a connection ended", gone);
            }
        }
    }

    private static void end(FirstRequest request) {
        request.release();
        request.connection().endReceiving();
        request.connection().end();
    }

    /** Ends receiving. The connections must be closed before. */
    void close() {
        closed = true;
        starts.close();
        try {
            selector.close();
        } catch (IOException e) {
            LOG.debug("socket {}: the selector did not close", codec.name(), e);
        }
    }
}
