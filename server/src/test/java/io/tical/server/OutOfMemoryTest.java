package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {
    private final List<Integer> codes = new ArrayList<>();
    private final OutOfMemory handler = new OutOfMemory(codes::add);

    @Test
    void a_thread_that_could_not_be_started_ends_the_process_as_a_full_heap_does() {
        handler.uncaughtException(
                Thread.currentThread(), new OutOfMemoryError("unable to create native thread: possibly out of memory"));

        assertThat(codes).containsExactly(3);
    }

    @Test
    void another_failure_of_a_thread_does_not_end_the_process() {
        handler.uncaughtException(Thread.currentThread(), new IllegalStateException("a fault"));

        assertThat(codes).isEmpty();
    }
}
