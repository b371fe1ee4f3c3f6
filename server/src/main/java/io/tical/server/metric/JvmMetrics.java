package io.tical.server.metric;

import com.sun.management.UnixOperatingSystemMXBean;
import io.tical.server.metric.Sample.Label;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Memory, garbage collection and threads of this process. */
public final class JvmMetrics {
    private JvmMetrics() {}

    public static List<Family> families() {
        var threads = ManagementFactory.getThreadMXBean();
        var runtime = ManagementFactory.getRuntimeMXBean();
        return List.of(
                memory("jvm_memory_used_bytes", "Memory in use.", MemoryUsage::getUsed),
                memory("jvm_memory_committed_bytes", "Memory reserved from the system.", MemoryUsage::getCommitted),
                memory("jvm_memory_max_bytes", "Limit of the memory; -1 if there is none.", MemoryUsage::getMax),
                collectors(
                        "jvm_gc_collections_total", "Garbage collections.", GarbageCollectorMXBean::getCollectionCount),
                collectors(
                        "jvm_gc_seconds_total",
                        "Time spent in garbage collections.",
                        collector -> collector.getCollectionTime() / 1e3),
                Family.gauge("jvm_threads", "Threads of the platform, without virtual ones.", threads::getThreadCount),
                Family.counters(
                        "process_cpu_seconds_total",
                        "Processor time of the process.",
                        () -> List.of(Sample.of(unix(UnixOperatingSystemMXBean::getProcessCpuTime) / 1e9))),
                Family.gauge(
                        "process_open_fds",
                        "Open file descriptors.",
                        () -> unix(UnixOperatingSystemMXBean::getOpenFileDescriptorCount)),
                Family.gauge(
                        "process_start_time_seconds",
                        "When the process started, in Unix seconds.",
                        () -> runtime.getStartTime() / 1e3));
    }

    private static Family memory(String name, String help, ToDoubleFunction<MemoryUsage> value) {
        var memory = ManagementFactory.getMemoryMXBean();
        return Family.gauges(
                name,
                help,
                () -> List.of(
                        Sample.of(value.applyAsDouble(memory.getHeapMemoryUsage()), new Label("area", "heap")),
                        Sample.of(value.applyAsDouble(memory.getNonHeapMemoryUsage()), new Label("area", "nonheap"))));
    }

    private static Family collectors(String name, String help, ToDoubleFunction<GarbageCollectorMXBean> value) {
        var collectors = ManagementFactory.getGarbageCollectorMXBeans();
        return Family.counters(
                name,
                help,
                () -> collectors.stream()
                        .map(one -> Sample.of(value.applyAsDouble(one), new Label("gc", one.getName())))
                        .toList());
    }

    /** A value of this process; 0 on a system that does not provide it. */
    private static double unix(ToDoubleFunction<UnixOperatingSystemMXBean> value) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? value.applyAsDouble(system)
                : 0;
    }
}
