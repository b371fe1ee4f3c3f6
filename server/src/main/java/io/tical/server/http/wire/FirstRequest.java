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
    /** The first allocation; headers are rarely larger. */
    private static final int BUFFER_BYTES = 512;

    private static final int HEAD_BYTES_MAX = RequestHead.BYTES_MAX + BUFFER_BYTES;

    private final Connection connection;
    private final FirstRequests owner;
    private final long acceptedNs = System.nanoTime();
    /** What was received before the headers were complete. */
    private byte[] bytes = BufferData.EMPTY_BYTES;

    private int count;
    private @Nullable RequestHead head;
    private @Nullable FirstBody body;
    private long heldBytes;

    /** What is to be done with the connection. */
    enum Progress {
        /** Wait for more bytes. */
        WAITING,
        /** Give it a thread. */
        COMPLETE,
        /** The client has ended the connection before its headers were complete. */
        ENDED,
        /** The client has ended the connection before its body was complete. */
        INCOMPLETE
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
     * @param scratch a buffer for headers
     */
    Progress receive(ByteBuffer scratch) throws IOException {
        return body == null ? receiveHead(scratch) : receiveBody(body);
    }

    private Progress receiveHead(ByteBuffer scratch) throws IOException {
        scratch.clear().limit(HEAD_BYTES_MAX - count);
        var read = connection.channel().read(scratch);
        if (read < 0) {
            return Progress.ENDED;
        }
        if (read == 0) {
            return Progress.WAITING;
        }
        append(scratch.flip());
        var scanned = head == null ? new RequestHead() : head;
        if (head == null) {
            head = scanned;
            connection.enter(Connection.Phase.HEAD, headDeadline());
        }
        if (!scanned.scan(bytes, count)) {
            return scanned.violation() == null ? Progress.WAITING : Progress.COMPLETE;
        }
        return scanned.announcesSmallBody() ? beginBody(scanned) : Progress.COMPLETE;
    }

    private void append(ByteBuffer received) {
        var length = count + received.remaining();
        if (length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.clamp(Math.max(length, 2L * count), BUFFER_BYTES, HEAD_BYTES_MAX));
            hold();
        }
        received.get(bytes, count, received.remaining());
        count = length;
    }

    private Progress beginBody(RequestHead complete) throws IOException {
        var length = complete.length();
        var begun = new FirstBody(owner.memory(), complete);
        if (begun.completedBy(bytes, length, count)) {
            return Progress.COMPLETE;
        }
        body = begun;
        connection.enter(
                Connection.Phase.BODY,
                System.nanoTime() + owner.deadlines().body().toNanos());
        begun.add(bytes, length, count);
        bytes = Arrays.copyOf(bytes, length);
        count = length;
        return receiveBody(begun);
    }

    private Progress receiveBody(FirstBody begun) throws IOException {
        var progress = begun.receive(connection.channel());
        hold();
        return progress;
    }

    /** Counts the memory that exceeds that of any connection. */
    private void hold() {
        var held = (bytes.length > BUFFER_BYTES ? bytes.length : 0) + (body == null ? 0 : body.heldBytes());
        if (held != heldBytes) {
            connection.hold(held - heldBytes);
            heldBytes = held;
            connection.makeRoom();
        }
    }

    private long headDeadline() {
        return acceptedNs + owner.deadlines().head().toNanos();
    }

    /** The response to a request that was not complete in time, or null if the client has sent nothing. */
    byte @Nullable [] timedOut(Refusals refusals) {
        return head == null ? null : refusals.timedOut(head.requestId(), head.head());
    }

    /** The response to a request without the rest of its body. */
    byte @Nullable [] incomplete(Refusals refusals) {
        return head == null ? null : refusals.incomplete(head.requestId(), head.head());
    }

    Connection connection() {
        return connection;
    }

    /** All bytes in their order. */
    byte[] received() {
        var all = Arrays.copyOf(bytes, count + (body == null ? 0 : body.count()));
        if (body != null) {
            body.copyTo(all, count);
        }
        return all;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Releases the memory of the body. Nothing is received afterwards. */
    void release() {
        if (body != null) {
            body.release();
        }
    }
}
