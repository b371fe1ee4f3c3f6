package io.tical.server.http.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a {@link FirstRequest} that did not arrive together with its headers. */
final class FirstBody {
    private final BodyMemory memory;
    private final List<ByteBuffer> blocks = new ArrayList<>();
    private final @Nullable ChunkedBody chunks;
    /** The length of the body; for a chunked body the maximum that is received here. */
    private final int end;

    private int count;

    FirstBody(BodyMemory memory, RequestHead head) {
        this.memory = memory;
        this.chunks = head.chunked() ? new ChunkedBody() : null;
        this.end = head.chunked() ? Deadlines.SMALL_BODY_BYTES_MAX : (int) head.bodyLength();
    }

    /** Whether the body ends within these bytes, which follow the headers. */
    boolean completedBy(byte[] bytes, int from, int to) {
        return chunks == null ? to - from >= end : endsIn(chunks, bytes, from, to);
    }

    /** Adds bytes that arrived with the headers. */
    void add(byte[] bytes, int from, int to) {
        for (int at = from; at < to; ) {
            var block = block();
            var part = Math.min(to - at, block.remaining());
            block.put(bytes, at, part);
            at += part;
        }
        count = to - from;
    }

    /** Receives the available bytes. */
    FirstRequest.Progress receive(SocketChannel channel) throws IOException {
        while (count < end) {
            var block = block();
            var from = block.position();
            block.limit(Math.min(block.capacity(), from + end - count));
            var read = channel.read(block);
            if (read < 0) {
                return FirstRequest.Progress.INCOMPLETE;
            }
            if (read == 0) {
                return FirstRequest.Progress.WAITING;
            }
            count += read;
            if (chunks != null) {
                var bytes = new byte[read];
                block.get(from, bytes);
                if (endsIn(chunks, bytes, 0, read)) {
                    return FirstRequest.Progress.COMPLETE;
                }
            }
        }
        return FirstRequest.Progress.COMPLETE;
    }

    private ByteBuffer block() {
        if (blocks.isEmpty() || blocks.getLast().position() == BodyMemory.BLOCK_BYTES) {
            blocks.add(memory.take());
        }
        return blocks.getLast();
    }

    /** Whether a chunked body ends, or is malformed, within the next bytes. The connection's thread decodes it again. */
    private static boolean endsIn(ChunkedBody body, byte[] bytes, int from, int to) {
        try {
            body.read(bytes, from, to, new byte[to - from], 0);
            return body.done();
        } catch (BodyRefused malformed) {
            return true;
        }
    }

    int count() {
        return count;
    }

    long heldBytes() {
        return (long) blocks.size() * BodyMemory.BLOCK_BYTES;
    }

    void copyTo(byte[] all, int from) {
        var at = from;
        for (var block : blocks) {
            var part = block.position();
            block.get(0, all, at, part);
            at += part;
        }
    }

    void release() {
        blocks.forEach(memory::release);
        blocks.clear();
    }
}
