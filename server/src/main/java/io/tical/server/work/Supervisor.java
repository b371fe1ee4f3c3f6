package io.tical.server.work;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what the failure of a thread means for the process. After an error of the virtual machine, such as memory that ran out, any
 * thread may have stopped halfway, so the process ends and its supervisor restarts it. Any other failure ends at most the thread in which
 * it happened, which is replaced.
 */
public final class Supervisor {
    /** The exit code, which is also the JVM's own when the heap is full ({@code ExitOnOutOfMemoryError}). */
    public static final int EXIT_CODE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    private final Consumer<Error> end;

    /** @param end ends the process with as little memory as possible */
    public Supervisor(Consumer<Error> end) {
        this.end = end;
    }

    /** Ends this process without waiting: unfinished work is still in the database. */
    public static Supervisor ofProcess() {
        return new Supervisor(error -> {
            try {
                LOG.error("The process ends", error);
            } finally {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        });
    }

    /** Ends the process if the failure, or one of its causes, requires it; returns otherwise. */
    public void caught(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // A stack overflow has unwound and left everything else intact.
            if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
                end.accept(error);
                return;
            }
        }
    }
}
