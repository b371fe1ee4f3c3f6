package io.tical.server.http.wire;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes validated requests to the codec, one at a time: the headers as a whole, then the body in pieces. Responds to
 * malformed requests itself.
 */
final class Inbound implements Supplier<byte[]> {
    /** The buffer size of an idle connection. */
    private static final int BUFFER_BYTES = 1024;

    private static final int PIECE_BYTES_MAX = 16 * 1024;
    /** The size of a chunk header with line ends, and of the last chunk. */
    private static final int CHUNK_HEAD_BYTES = 10;

    private static final int CHUNK_TAIL_BYTES = 7;
    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};
    /** The answer to a question for the options of the whole server. */
    private static final byte[] SERVER_OPTIONS =
            "HTTP/1.1 204 No Content\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private static final int LINGER_BYTES_MAX = 8 * 1024 * 1024;
    /** Memory per byte of a body, because it is collected in an array that doubles. */
    private static final long COPIES = 2;

    private static final long HELD_BYTES_MAX = COPIES * Deadlines.SMALL_BODY_BYTES_MAX;

    private final Connection connection;
    private final InputStream in;
    private final Deadlines deadlines;
    private final Refusals refusals;
    private final Outbound out;

    private byte[] buffer;
    private int from;
    private int to;

    private long beganNs;
    private String target = "";

    /** Unread bytes of the current body. */
    private long remaining;

    private @Nullable ChunkedBody chunks;
    private boolean upload;
    private boolean bodyBegan;
    private long bodyBytes;
    private long heldBytes;
    private @Nullable BodyRefused refused;
    private boolean headRefused;

    /** @param received the first bytes of the connection, which end in or after a complete request */
    Inbound(
            Connection connection,
            InputStream in,
            Deadlines deadlines,
            Refusals refusals,
            Outbound out,
            byte[] received) {
        this.connection = connection;
        this.in = in;
        this.deadlines = deadlines;
        this.refusals = refusals;
        this.out = out;
        this.buffer = received;
        this.to = received.length;
        this.heldBytes = connection.heldBytes();
    }

    String target() {
        return target;
    }

    /**
     * Returns the next bytes for the codec: the headers of a request or a piece of its body.
     *
     * @throws CloseConnectionException if there is no further request
     * @throws BodyRefused if the body cannot be read to its end
     */
    @Override
    public byte[] get() {
        if (refused != null) {
            throw refused;
        }
        return inBody() ? body() : head();
    }

    private boolean inBody() {
        return remaining > 0 || chunks != null;
    }

    private byte[] head() {
        connection.hold(-heldBytes);
        heldBytes = 0;
        if (out.closes()) {
            throw new CloseConnectionException("closed after the response");
        }
        out.nextAnswer();
        compact();
        var head = new RequestHead();
        var complete = head.scan(buffer, to);
        var beginning = head.begun();
        if (beginning) {
            begin();
        } else {
            connection.enter(
                    Connection.Phase.IDLE, System.nanoTime() + deadlines.idle().toNanos());
        }
        while (!complete) {
            var violation = head.violation();
            if (violation != null) {
                throw refuse(head, violation);
            }
            if (connection.stopping()) {
                throw new CloseConnectionException("the service is stopping");
            }
            grow();
            var read = read(buffer, to, buffer.length - to);
            if (read < 0) {
                throw ended(head);
            }
            to += read;
            complete = head.scan(buffer, to);
            // Empty lines do not begin a request.
            if (!beginning && head.begun()) {
                beginning = true;
                begin();
            }
        }
        return complete(head);
    }

    /** Starts a request after its first byte. */
    private void begin() {
        beganNs = System.nanoTime();
        connection.enter(Connection.Phase.HEAD, beganNs + deadlines.head().toNanos());
    }

    private byte[] complete(RequestHead head) {
        connection.handling();
        from = head.length();
        target = head.line().target(buffer);
        if (head.line().ofServer()) {
            out.writeNow(BufferData.create(SERVER_OPTIONS));
            throw new CloseConnectionException("the options of the server");
        }
        var bytes = head.line().plain() ? Arrays.copyOf(buffer, from) : PlainHead.of(head, buffer, local());
        if (head.line().old()) {
            out.convert(new OldAnswer(head.keepsAlive()));
        }
        remaining = head.bodyLength();
        chunks = head.chunked() ? new ChunkedBody() : null;
        upload = head.multipart();
        bodyBegan = false;
        bodyBytes = 0;
        release();
        return bytes;
    }

    private String local() {
        var address = connection.channel().socket();
        var host = address.getLocalAddress().getHostAddress();
        return (host.contains(":") ? "[" + host.replaceAll("%.*", "") + "]" : host) + ":" + address.getLocalPort();
    }

    private RuntimeException ended(RequestHead head) {
        if (connection.expired() && head.begun()) {
            connection.log(ClientErrorLog.Kind.TOO_SLOW);
            out.writeNow(BufferData.create(refusals.timedOut(head.requestId(), head.head())));
        }
        return new CloseConnectionException("the connection ended");
    }

    private RuntimeException refuse(RequestHead head, Refusals.Violation violation) {
        connection.log(ClientErrorLog.Kind.MALFORMED_REQUEST);
        headRefused = true;
        out.writeNow(BufferData.create(refusals.malformed(violation, head.requestId(), head.head())));
        return new CloseConnectionException("malformed");
    }

    private byte[] body() {
        if (!bodyBegan) {
            bodyBegan = true;
            beganNs = System.nanoTime();
        }
        try {
            connection.enter(Connection.Phase.BODY, bodyDeadline());
            if (!upload && !connection.awaitRoom()) {
                throw new BodyRefused(BodyRefused.Reason.NO_ROOM);
            }
            var piece = chunks == null ? plainPiece() : chunkedPiece(chunks);
            if (inBody()) {
                connection.pause();
            } else {
                connection.handling();
            }
            return piece;
        } catch (BodyRefused failure) {
            connection.handling();
            refused = failure;
            connection.log(
                    switch (failure.reason()) {
                        case BROKEN -> ClientErrorLog.Kind.MALFORMED_REQUEST;
                        case TIMED_OUT -> ClientErrorLog.Kind.TOO_SLOW;
                        case NO_ROOM -> ClientErrorLog.Kind.BYTES_EVICTED;
                    });
            throw failure;
        }
    }

    private long bodyDeadline() {
        if (upload || bodyBytes + remaining > Deadlines.SMALL_BODY_BYTES_MAX) {
            return beganNs + Math.min(deadlines.upload().toNanos(), deadlines.nanosFor(bodyBytes));
        }
        return beganNs + deadlines.body().toNanos();
    }

    /** Returns at least one byte, from the buffer or else from the socket. */
    private byte[] plainPiece() {
        var most = (int) Math.min(remaining, PIECE_BYTES_MAX);
        byte[] piece;
        if (from < to) {
            piece = Arrays.copyOfRange(buffer, from, from + Math.min(most, to - from));
            from += piece.length;
            release();
        } else {
            var available = available();
            if (available > BUFFER_BYTES) {
                piece = new byte[Math.min(most, available)];
                var read = readBody(piece, piece.length);
                piece = read == piece.length ? piece : Arrays.copyOf(piece, read);
            } else {
                ensureBuffer();
                piece = Arrays.copyOf(buffer, readBody(buffer, Math.min(most, buffer.length)));
            }
        }
        count(piece.length);
        remaining -= piece.length;
        return piece;
    }

    /** Re-encodes a chunked body in small chunks, regardless of the client's chunk sizes. */
    private byte[] chunkedPiece(ChunkedBody body) {
        while (true) {
            if (from == to) {
                fill();
            }
            var data = new byte[CHUNK_HEAD_BYTES + to - from + CHUNK_TAIL_BYTES];
            var read = body.read(buffer, from, to, data, CHUNK_HEAD_BYTES);
            from += read.consumed();
            release();
            count(read.data());
            if (body.done()) {
                chunks = null;
            } else if (read.data() == 0) {
                connection.progressed(System.nanoTime(), bodyDeadline());
                continue;
            }
            return chunk(data, read.data(), body.done());
        }
    }

    private static byte[] chunk(byte[] bytes, int data, boolean last) {
        if (data == 0) {
            return LAST_CHUNK;
        }
        var chunk = ByteBuffer.wrap(bytes);
        chunk.put((HexFormat.of().toHexDigits(data) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.position(CHUNK_HEAD_BYTES + data).put((byte) '\r').put((byte) '\n');
        if (last) {
            chunk.put(LAST_CHUNK);
        }
        return chunk.hasRemaining() ? Arrays.copyOf(bytes, chunk.position()) : bytes;
    }

    private void fill() {
        var available = available();
        if (available > BUFFER_BYTES) {
            buffer = new byte[Math.min(available, PIECE_BYTES_MAX)];
        } else {
            ensureBuffer();
        }
        from = 0;
        to = readBody(buffer, buffer.length);
    }

    private int readBody(byte[] into, int most) {
        var read = read(into, 0, most);
        if (read < 0) {
            throw new BodyRefused(connection.expired() ? BodyRefused.Reason.TIMED_OUT : BodyRefused.Reason.BROKEN);
        }
        return read;
    }

    /** Counts bytes of a body that a handler keeps until the response. Uploads go to disk instead. */
    private void count(int bytes) {
        bodyBytes += bytes;
        if (!upload && heldBytes < HELD_BYTES_MAX) {
            heldBytes += COPIES * bytes;
            connection.hold(COPIES * bytes);
        }
    }

    private int available() {
        try {
            return in.available();
        } catch (IOException gone) {
            throw new CloseConnectionException("the connection is closed", gone);
        }
    }

    private int read(byte[] into, int offset, int most) {
        try {
            return in.read(into, offset, most);
        } catch (IOException gone) {
            if (connection.expired()) {
                return -1;
            }
            throw new CloseConnectionException("the connection is closed", gone);
        }
    }

    /** Moves unread bytes to the front of the buffer. */
    private void compact() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
    }

    private void ensureBuffer() {
        if (buffer.length == 0) {
            buffer = new byte[BUFFER_BYTES];
        }
    }

    private void grow() {
        ensureBuffer();
        if (to == buffer.length) {
            heldBytes += buffer.length;
            connection.hold(buffer.length);
            connection.awaitRoom();
            buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, RequestHead.BYTES_MAX + BUFFER_BYTES));
        }
    }

    /** Releases a large buffer. */
    private void release() {
        if (from == to) {
            from = 0;
            to = 0;
            if (buffer.length > BUFFER_BYTES) {
                buffer = BufferData.EMPTY_BYTES;
            }
        }
    }

    /**
     * Keeps reading briefly after a refusal. Closing a connection while its client still sends resets it, and the
     * client may not receive the response.
     */
    void linger() {
        if ((!headRefused && !inBody()) || connection.expired() || connection.evicted()) {
            return;
        }
        try {
            connection.enter(
                    Connection.Phase.LINGERING,
                    System.nanoTime() + deadlines.linger().toNanos());
            connection.channel().shutdownOutput();
            ensureBuffer();
            var rest = 0;
            for (var read = 0; read >= 0 && rest < LINGER_BYTES_MAX; rest += read) {
                read = in.read(buffer);
            }
        } catch (IOException gone) {
            // The client has disconnected.
        }
    }
}
