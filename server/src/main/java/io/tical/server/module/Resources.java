package io.tical.server.module;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of a service. They are closed in reverse order, and a failure to close one does not affect the
 * others. Each resource is registered when it is opened, so a failed start leaves nothing open.
 */
public final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Registers a resource. */
    public <R extends AutoCloseable> R open(R resource) {
        opened.push(resource);
        return resource;
    }

    /** @throws IllegalStateException if any close failed, with the failures as suppressed exceptions */
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

    /** Closes everything after a failed start. Failures to close become suppressed exceptions of that failure. */
    public void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IllegalStateException unclosed) {
            failure.addSuppressed(unclosed);
        }
    }
}
