package io.tical.server.http.wire;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory outside the heap for bodies that are not complete yet, in blocks of {@link #BLOCK_BYTES}. On the heap, megabytes of
 * half-received bodies would be copied and marked by the garbage collector again and again while their clients are silent.
 * {@link ByteBudget} limits how much is in use.
 */
final class BodyMemory {
    static final int BLOCK_BYTES = 16 * 1024;

    /** Allocated together. */
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

    /** Returns a block. When none is in use any more, what a flood of bodies has needed goes back to the system. */
    synchronized void release(ByteBuffer block) {
        free.add(block);
        if (--used == 0 && free.size() > BLOCKS) {
            free.clear();
        }
    }
}
