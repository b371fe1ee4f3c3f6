package io.tical.server.http.wire;

import io.helidon.common.buffers.BufferData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first request of a connection, until it is complete: the headers and a body of at most
 * {@link Deadlines#SMALL_BODY_BYTES_MAX}. A client that sends nothing or an incomplete request occupies memory for its bytes but no thread.
 * The connection's own thread receives uploads, larger bodies, and everything that must be refused.
 */
final class FirstRequest {
    /** The bytes that are not counted for a connection; headers are rarely larger. */
    private static final int UNCOUNTED_BYTES = 512;

    /** Longer headers are refused earlier. */
    private static final int HEAD_BYTES_MAX = RequestHead.BYTES_MAX + UNCOUNTED_BYTES;

    private final Connection connection;
    private final FirstRequests owner;
    private final long acceptedNs = System.nanoTime();
    /** The bytes received before the headers were complete. */
    private byte[] bytes = BufferData.EMPTY_BYTES;

    private int count;
    private @Nullable RequestHead head;
    private @Nullable FirstBody body;

    /** The next step of the connection. */
    enum Progress {
        /** Wait for more bytes. */
        WAITING,
        /** Give it a thread. */
        COMPLETE,
        /** The client has ended the connection too early. */
        INCOMPLETE
    }

    FirstRequest(Connection connection, FirstRequests owner) {
        this.connection = connection;
        this.owner = owner;
        connection.enter(Connection.Phase.IDLE, headDeadline());
        connection.receives(this);
    }

    /** Notifies the receiving thread that the deadline has passed or the connection was closed. */
    void handleClosing() {
        owner.handleClosing(this);
    }

    /**
     * Receives the available bytes.
     *
     * @param scratch a buffer on the heap, larger than all headers
     */
    Progress receive(ByteBuffer scratch) throws IOException {
        return body == null ? receiveHead(scratch) : receiveBody(body);
    }

    private Progress receiveHead(ByteBuffer scratch) throws IOException {
        scratch.clear().limit(HEAD_BYTES_MAX - count);
        var read = connection.channel().read(scratch);
        if (read < 0) {
            return Progress.INCOMPLETE;
        }
        if (read == 0) {
            return Progress.WAITING;
        }
        var all = appended(scratch.array(), read);
        var scanned = head == null ? new RequestHead() : head;
        if (head == null) {
            head = scanned;
            connection.enter(Connection.Phase.HEAD, headDeadline());
        }
        var complete = scanned.scan(all, count);
        if (complete && scanned.announcesSmallBody()) {
            return beginBody(scanned, all);
        }
        keep(all);
        return complete || scanned.violation() != null ? Progress.COMPLETE : Progress.WAITING;
    }

    /** Everything received so far: in the scratch buffer, where most requests end, or else in an array of this request. */
    private byte[] appended(byte[] received, int length) {
        if (count > 0) {
            if (count + length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(Math.max(count + length, 2 * count), HEAD_BYTES_MAX));
                hold();
            }
            System.arraycopy(received, 0, bytes, count, length);
        }
        count += length;
        return count == length ? received : bytes;
    }

    private void keep(byte[] all) {
        if (bytes.length == 0) {
            bytes = Arrays.copyOf(all, count);
            hold();
        }
    }

    private Progress beginBody(RequestHead complete, byte[] all) throws IOException {
        var length = complete.length();
        var begun = new FirstBody(owner.memory(), complete);
        if (begun.completedBy(all, length, count)) {
            keep(all);
            return Progress.COMPLETE;
        }
        body = begun;
        connection.enter(
                Connection.Phase.BODY,
                System.nanoTime() + owner.deadlines().body().toNanos());
        begun.add(all, length, count);
        bytes = Arrays.copyOf(all, length);
        count = length;
        return receiveBody(begun);
    }

    private Progress receiveBody(FirstBody begun) throws IOException {
        var progress = begun.receive(connection.channel());
        hold();
        return progress;
    }

    /** Counts the memory above {@link #UNCOUNTED_BYTES}. */
    private void hold() {
        var held = (bytes.length > UNCOUNTED_BYTES ? bytes.length : 0) + (body == null ? 0 : body.heldBytes());
        if (held != connection.heldBytes()) {
            connection.hold(held - connection.heldBytes());
            connection.makeRoom();
        }
    }

    private long headDeadline() {
        return acceptedNs + owner.deadlines().head().toNanos();
    }

    /** The response to a request that was not complete in time, or null if the client has sent nothing. */
    byte @Nullable [] timedOut(Refusals refusals) {
        return head == null || !head.begun() ? null : refusals.timedOut(head.requestId(), head.head());
    }

    /** The response to a request without the rest of its body, or null if its headers are not complete. */
    byte @Nullable [] incomplete(Refusals refusals) {
        return head == null || body == null ? null : refusals.incomplete(head.requestId(), head.head());
    }

    Connection connection() {
        return connection;
    }

    /** All bytes in their order. */
    byte[] received() {
        var begun = body;
        if (begun == null) {
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        }
        var all = Arrays.copyOf(bytes, count + begun.count());
        begun.copyTo(all, count);
        return all;
    }

    /** Releases the memory of the body. Nothing is received afterwards. */
    void release() {
        if (body != null) {
            body.release();
        }
    }
}
