package io.tical.console;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.stream.IntStream;

/**
 * How fast this machine computes at the moment: a processor that is older, or shared with another machine or thread, takes longer for the
 * same work, also by its own time.
 */
final class MachineSpeed {
    /** What {@link #work()} takes on the machine of the figures when it has nothing else to do: a core of 2023, the quick compiler. */
    private static final Duration REFERENCE = Duration.ofNanos(550_000);

    /** A processor that seems slower than this is busy with what belongs to the measured work. */
    private static final double SLOWEST = 3;

    private static final int ROUNDS = 5;

    /** Compiles the work before it is measured. */
    static {
        for (int i = 0; i < 40; i++) {
            work();
        }
    }

    private MachineSpeed() {}

    /** What a time of the calling thread on the processor would be on the machine of the figures; never longer than it was. */
    static Duration onTheMachineOfTheFigures(Duration cpu) {
        var slowness = median() / (double) REFERENCE.toNanos();
        return Duration.ofNanos((long) (cpu.toNanos() / Math.clamp(slowness, 1, SLOWEST)));
    }

    /** Of several rounds, in nanoseconds. */
    static long median() {
        var threads = ManagementFactory.getThreadMXBean();
        return IntStream.range(0, ROUNDS)
                .mapToLong(_ -> {
                    var began = threads.getCurrentThreadCpuTime();
                    work();
                    return threads.getCurrentThreadCpuTime() - began;
                })
                .sorted()
                .skip(ROUNDS / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Allocates, hashes and compares, as the preparation of a screen does. */
    private static int work() {
        var found = new HashMap<String, Integer>();
        for (int i = 0; i < 4_000; i++) {
            found.merge("item-" + i % 500, i, Integer::sum);
        }
        return found.hashCode();
    }
}
