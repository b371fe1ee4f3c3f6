package io.tical.server.session;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads that compute for long give way to others. Java's own thread priorities have no effect on Linux; its system call
 * {@code setpriority} has, for the calling thread alone. Other systems would apply it to the whole process, so nothing is done
 * there.
 */
final class Niceness {
    private static final int PRIO_PROCESS = 0;
    private static final int CALLING_THREAD = 0;
    /** Between 0, the usual one, and 19: on busy processors about a tenth of the time of a usual thread. */
    private static final int NICE = 10;

    private static final @Nullable MethodHandle SETPRIORITY = setpriority();

    private Niceness() {}

    private static @Nullable MethodHandle setpriority() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return null;
        }
        var linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("setpriority")
                .map(function ->
                        linker.downcallHandle(function, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT)))
                .orElse(null);
    }

    /** Lowers the priority of the calling platform thread, for the rest of its life. */
    static boolean lower() {
        if (SETPRIORITY == null) {
            return false;
        }
        try {
            return (int) SETPRIORITY.invokeExact(PRIO_PROCESS, CALLING_THREAD, NICE) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("setpriority takes three numbers", e);
        }
    }
}
