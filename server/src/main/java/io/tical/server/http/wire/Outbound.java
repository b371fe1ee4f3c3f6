package io.tical.server.http.wire;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes responses, with a minimum rate at which clients must read. */
final class Outbound extends OutputStream implements DataWriter {
    /** The size of one write, which allows progress to be measured. */
    private static final int SLICE_BYTES = 16 * 1024;

    /** How long a client may read nothing, as a multiple of the grace period. */
    private static final int STALLS_MAX = 3;

    private final Connection connection;
    private final OutputStream out;
    private final Deadlines deadlines;

    /** The bytes of the current response written so far, and the time that it took. */
    private long writtenBytes;

    private long writingNs;
    private @Nullable OldAnswer old;

    Outbound(Connection connection, OutputStream out, Deadlines deadlines) {
        this.connection = connection;
        this.out = out;
        this.deadlines = deadlines;
    }

    /** Starts a new response. */
    void nextAnswer() {
        old = null;
        writtenBytes = 0;
        writingNs = 0;
    }

    /** The response is one to HTTP/1.0. */
    void convert(OldAnswer answer) {
        old = answer;
    }

    /** Whether no further request may be read after the response. */
    boolean closes() {
        return old != null && old.closes();
    }

    /** @throws CloseConnectionException if the client has disconnected or reads too slowly */
    @Override
    public void writeNow(BufferData buffer) {
        try {
            buffer.writeTo(this);
        } catch (UncheckedIOException gone) {
            connection.log(connection.expired() ? ClientErrorLog.Kind.TOO_SLOW : ClientErrorLog.Kind.ANSWER_UNREAD);
            throw new CloseConnectionException("the client does not read the response", gone);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (old == null) {
            send(bytes, offset, length);
        } else {
            var converted = old.convert(bytes, offset, length);
            send(converted, 0, converted.length);
        }
    }

    private void send(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return;
        }
        var start = System.nanoTime();
        var before = writingNs;
        connection.enter(Connection.Phase.WRITING, deadline(start, start - before));
        connection.hold(count);
        try {
            if (count > SLICE_BYTES) {
                connection.makeRoom();
            }
            for (int at = 0; at < count; ) {
                var slice = Math.min(SLICE_BYTES, count - at);
                out.write(bytes, offset + at, slice);
                at += slice;
                writtenBytes += slice;
                if (at < count) {
                    var now = System.nanoTime();
                    connection.progressed(now, deadline(now, start - before));
                }
            }
        } finally {
            connection.hold(-count);
            connection.handling();
            writingNs = before + System.nanoTime() - start;
        }
    }

    /** @param began the start of this response, moved as if it had been written without pauses */
    private long deadline(long now, long began) {
        var average = began + deadlines.nanosFor(writtenBytes);
        var stalled = now + STALLS_MAX * deadlines.grace().toNanos();
        return average - stalled < 0 ? average : stalled;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(BufferData buffer) {
        writeNow(buffer);
    }

    @Override
    public void write(BufferData... buffers) {
        writeNow(buffers);
    }

    @Override
    public void writeNow(BufferData... buffers) {
        for (var buffer : buffers) {
            writeNow(buffer);
        }
    }

    /** Nothing is buffered. */
    @Override
    public void flush() {}

    /** The connection closes its socket. */
    @Override
    public void close() {}
}
