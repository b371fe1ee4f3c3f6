package io.tical.server.session;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the scheduling priority of threads with long computations. Java's thread priorities have no effect on Linux, so this uses the
 * system call {@code sched_setattr}, which affects only the calling thread. Has no effect on other systems.
 */
final class ThreadPriority {
    /** The number of the system call on this platform; older C libraries have no function for it. */
    private static final @Nullable Long SCHED_SETATTR = Map.of("Linux amd64", 314L, "Linux aarch64", 274L)
            .get(System.getProperty("os.name") + " " + System.getProperty("os.arch"));

    private static final int CALLING_THREAD = 0;
    /** The first version of {@code struct sched_attr}. */
    private static final int ATTRIBUTES_BYTES = 48;

    private static final int NICE_OFFSET = 16;
    private static final int SLICE_OFFSET = 24;
    /**
     * The nice value, from 0 (default) to 19. With this value, a thread gets about a tenth of the time of a default thread on a busy
     * processor.
     */
    private static final int NICE = 10;
    /**
     * The time slice. Other threads have shorter slices, so they preempt this one as soon as they wake up. Linux uses it from version 6.12.
     */
    private static final long SLICE_NS = 100_000_000;

    private static final @Nullable MethodHandle SYSCALL = Linker.nativeLinker()
            .defaultLookup()
            .find("syscall")
            .map(function -> Linker.nativeLinker()
                    .downcallHandle(
                            function,
                            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT),
                            Linker.Option.firstVariadicArg(1)))
            .orElse(null);

    private ThreadPriority() {}

    /** Lowers the priority of the calling platform thread, for the rest of its life. */
    static boolean lower() {
        if (SCHED_SETATTR == null || SYSCALL == null) {
            return false;
        }
        try (var arena = Arena.ofConfined()) {
            var attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
            attributes.set(JAVA_INT, 0, ATTRIBUTES_BYTES);
            attributes.set(JAVA_INT, NICE_OFFSET, NICE);
            attributes.set(JAVA_LONG, SLICE_OFFSET, SLICE_NS);
            return (long) SYSCALL.invokeExact((long) SCHED_SETATTR, CALLING_THREAD, attributes, 0) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("a system call takes numbers and an address", e);
        }
    }
}
