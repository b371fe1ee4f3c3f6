package io.tical.server;

import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when a thread ended because there was no memory. The JVM's {@code ExitOnOutOfMemoryError} covers the heap
 * and the metaspace; it does not see that a thread could not be started or that direct memory ran out.
 */
record OutOfMemory(IntConsumer halt) implements Thread.UncaughtExceptionHandler {
    /** The code with which the JVM itself exits when the heap is full. */
    static final int EXIT_CODE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(OutOfMemory.class);

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        try {
            LOG.error("Thread {} ended", thread.getName(), failure);
        } finally {
            if (failure instanceof OutOfMemoryError) {
                halt.accept(EXIT_CODE);
            }
        }
    }
}
