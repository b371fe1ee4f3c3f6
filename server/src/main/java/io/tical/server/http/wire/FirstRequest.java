package io.tical.server.http.wire;

import io.helidon.common.buffers.BufferData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first request of a connection, until it is complete: the headers and a body of at most
 * {@link Deadlines#SMALL_BODY_BYTES_MAX}. A client that sends nothing, or half a request, costs its bytes and no thread. Uploads
 * and larger bodies are received by the connection's own thread, and so is everything that must be refused.
 */
final class FirstRequest {
    /** The first allocation; requests are rarely larger. */
    private static final int BUFFER_BYTES = 512;

    private static final int GROWTH = 4;

    private final Connection connection;
    private final FirstRequests owner;
    private final long acceptedNs = System.nanoTime();
    private byte[] bytes = BufferData.EMPTY_BYTES;
    private int count;
    private long heldBytes;
    private @Nullable RequestHead head;
    private boolean headComplete;
    private @Nullable ChunkedBody chunks;
    /** How many bytes the request has; or, while that is unknown, how many it may have. */
    private int end = RequestHead.BYTES_MAX + BUFFER_BYTES;

    private int decoded;

    /** What is to be done with the connection. */
    enum Progress {
        /** Wait for more bytes. */
        WAITING,
        /** Give it a thread. */
        COMPLETE,
        /** The client has disconnected before its headers were complete. */
        ENDED
    }

    FirstRequest(Connection connection, FirstRequests owner) {
        this.connection = connection;
        this.owner = owner;
        connection.enter(Connection.Phase.IDLE, headDeadline());
        connection.receives(this);
    }

    /** Tells the receiving thread that the deadline has passed, or that the connection was closed. */
    void attend() {
        owner.attend(this);
    }

    /**
     * Receives what has arrived.
     *
     * @param scratch a buffer for any number of bytes
     */
    Progress receive(ByteBuffer scratch) throws IOException {
        while (true) {
            scratch.clear().limit(Math.min(scratch.capacity(), end - count));
            var most = scratch.remaining();
            var read = connection.channel().read(scratch);
            if (read < 0) {
                return headComplete ? Progress.COMPLETE : Progress.ENDED;
            }
            if (read > 0) {
                append(scratch.flip());
                if (isComplete()) {
                    return Progress.COMPLETE;
                }
            }
            if (read < most) {
                return Progress.WAITING;
            }
        }
    }

    private void append(ByteBuffer received) {
        var length = count + received.remaining();
        if (length > bytes.length) {
            var capacity = Math.clamp(Math.max(length, (long) GROWTH * count), BUFFER_BYTES, end);
            hold(capacity);
            bytes = Arrays.copyOf(bytes, capacity);
        }
        received.get(bytes, count, received.remaining());
        count = length;
    }

    /** Counts what exceeds the memory of any connection. */
    private void hold(int capacity) {
        var held = capacity <= BUFFER_BYTES ? 0 : capacity;
        connection.hold(held - heldBytes);
        heldBytes = held;
        connection.makeRoom();
    }

    private boolean isComplete() {
        if (!headComplete) {
            if (head == null) {
                head = new RequestHead();
                connection.enter(Connection.Phase.HEAD, headDeadline());
            }
            if (!head.scan(bytes, count)) {
                return head.violation() != null;
            }
            headComplete = true;
            if (!head.announcesSmallBody()) {
                return true;
            }
            beginBody(head);
        }
        return chunks == null ? count >= end : decode(chunks);
    }

    private void beginBody(RequestHead complete) {
        decoded = complete.length();
        if (complete.chunked()) {
            chunks = new ChunkedBody();
            end = decoded + Deadlines.SMALL_BODY_BYTES_MAX;
        } else {
            end = decoded + (int) complete.bodyLength();
        }
        connection.enter(
                Connection.Phase.BODY,
                System.nanoTime() + owner.deadlines().body().toNanos());
    }

    /** Looks for the end of a chunked body; the codec decodes it again. */
    private boolean decode(ChunkedBody body) {
        try {
            decoded += body.read(bytes, decoded, count, new byte[count - decoded], 0).consumed();
        } catch (BodyRefused refused) {
            return true;
        }
        return body.done() || count >= end;
    }

    private long headDeadline() {
        return acceptedNs + owner.deadlines().head().toNanos();
    }

    /** The response to a request that was not complete in time, or null if the client has sent nothing. */
    byte @Nullable [] timedOut(Refusals refusals) {
        return head == null ? null : refusals.timedOut(head.requestId(), head.head());
    }

    Connection connection() {
        return connection;
    }

    byte[] received() {
        return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
    }

    long heldBytes() {
        return heldBytes;
    }
}
