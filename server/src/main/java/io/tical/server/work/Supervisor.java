package io.tical.server.work;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the failure of a thread ends the process. After a virtual machine error such as an exhausted heap,
 * any thread may be in an inconsistent state, so the process ends and its supervisor restarts it. Any other failure
 * ends at most the thread in which it happened.
 *
 * @param end ends the process without allocating much memory
 */
public record Supervisor(Consumer<Error> end) {
    /** The exit code, equal to the JVM's exit code with {@code ExitOnOutOfMemoryError}. */
    public static final int EXIT_CODE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    /** Ends this process immediately; unfinished work is still in the database. */
    public static Supervisor ofProcess() {
        return new Supervisor(error -> {
            try {
                LOG.error("The process ends", error);
            } finally {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        });
    }

    /** Ends the process if the failure or one of its causes requires it. */
    public void caught(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // A stack overflow affects only its own thread.
            if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
                end.accept(error);
                return;
            }
        }
    }
}
