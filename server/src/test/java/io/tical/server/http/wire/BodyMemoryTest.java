package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private final BodyMemory memory = new BodyMemory();

    @Test
    void aBlockBelongsToOneBodyAtATime() {
        var taken = Collections.newSetFromMap(new IdentityHashMap<ByteBuffer, Boolean>());
        var blocks = new ArrayList<ByteBuffer>();
        for (int i = 0; i < 300; i++) {
            var block = memory.take();
            assertThat(taken.add(block)).isTrue();
            assertThat(block.remaining()).isEqualTo(BodyMemory.BLOCK_BYTES);
            block.put((byte) i).put(new byte[BodyMemory.BLOCK_BYTES - 1]);
            blocks.add(block);
        }
        for (int i = 0; i < 300; i++) {
            assertThat(blocks.get(i).get(0)).isEqualTo((byte) i);
        }
    }

    @Test
    void aReturnedBlockIsUsedAgainFromItsBeginning() {
        var block = memory.take();
        block.put(new byte[100]);
        memory.release(block);

        var again = memory.take();

        assertThat(again).isSameAs(block);
        assertThat(again.position()).isZero();
        assertThat(again.remaining()).isEqualTo(BodyMemory.BLOCK_BYTES);
    }

    @Test
    void theMemoryOfAFloodIsReleasedAfterwards() {
        var flood = Collections.newSetFromMap(new IdentityHashMap<ByteBuffer, Boolean>());
        for (int i = 0; i < 1_000; i++) {
            flood.add(memory.take());
        }
        flood.forEach(memory::release);

        var after = memory.take();

        assertThat(flood.contains(after)).isFalse();
    }
}
