package io.tical.server.work;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a failure of a thread means for the process. After an error of the virtual machine, memory that ran out say, any thread
 * may have stopped halfway; then the process ends, and whoever supervises it starts it again. Everything else costs at most
 * the thread in which it happened, and that is replaced.
 */
public final class Supervisor {
    /** The process's exit code then, which is also the JVM's own when the heap is full ({@code ExitOnOutOfMemoryError}). */
    public static final int EXIT_CODE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    private final Consumer<Error> end;

    /** @param end ends the process, and does so with as little memory as can be */
    public Supervisor(Consumer<Error> end) {
        this.end = end;
    }

    /** Ends this process without waiting for anything: what is unfinished is found again in the database. */
    public static Supervisor ofProcess() {
        return new Supervisor(error -> {
            try {
                LOG.error("The process ends", error);
            } finally {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        });
    }

    /** Ends the process if that is what the failure, or one of its causes, calls for; returns otherwise. */
    public void caught(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // A stack that was too deep has unwound, and left everything else as it was.
            if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
                end.accept(error);
                return;
            }
        }
    }
}
