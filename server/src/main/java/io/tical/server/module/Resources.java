package io.tical.server.module;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a service has opened. It is closed in reverse order, and each close is attempted whatever the others do. A resource is
 * registered as it is opened, so a start that fails half-way leaves nothing open.
 */
public final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Registers a resource. */
    public <R extends AutoCloseable> R open(R resource) {
        opened.push(resource);
        return resource;
    }

    /** @throws IllegalStateException after each close was attempted, with the failures as suppressed exceptions */
    @Override
    public void close() {
        @Nullable IllegalStateException failed = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception | Error failure) {
                if (failed == null) {
                    failed = new IllegalStateException("Some resources could not be closed");
                }
                failed.addSuppressed(failure);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Closes everything because a start failed; failures to close become suppressed exceptions of that failure. */
    public void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IllegalStateException unclosed) {
            failure.addSuppressed(unclosed);
        }
    }
}
