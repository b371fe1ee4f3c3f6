package io.tical.server.http.wire;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory outside the heap for incomplete bodies, in blocks of {@link #BLOCK_BYTES}. On the heap, the garbage collector would repeatedly
 * copy and mark megabytes of incomplete bodies while their clients are silent. {@link ByteBudget} limits how much is in use.
 */
final class BodyMemory {
    static final int BLOCK_BYTES = 16 * 1024;

    /** The blocks that are allocated together. */
    private static final int BLOCKS = 64;

    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private int used;

    synchronized ByteBuffer take() {
        if (free.isEmpty()) {
            var blocks = ByteBuffer.allocateDirect(BLOCKS * BLOCK_BYTES);
            for (int block = 0; block < BLOCKS; block++) {
                free.add(blocks.slice(block * BLOCK_BYTES, BLOCK_BYTES));
            }
        }
        used++;
        return free.removeLast().clear();
    }

    /** Returns a block. When no block is in use, releases the memory to the system. */
    synchronized void release(ByteBuffer block) {
        free.add(block);
        if (--used == 0 && free.size() > BLOCKS) {
            free.clear();
        }
    }
}
