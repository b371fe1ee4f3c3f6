package io.tical.server.http;

import io.helidon.health.HealthCheck;
import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Fails while the heap is nearly full of live objects. It measures the usage after the last collection, because the
 * current usage includes garbage. An idle service collects every ten seconds (the launcher's {@code
 * G1PeriodicGCInterval}), so the check recovers soon after memory is released.
 */
public final class HeapHealth implements HealthCheck {
    /** Above this usage, the collector may consume most of the processor time. */
    private static final int USED_PERCENT_MAX = 90;

    private static final long MEBIBYTE = 1024L * 1024;

    private final LongSupplier usedAfterCollectionBytes;
    private final long maxBytes;

    HeapHealth(LongSupplier usedAfterCollectionBytes, long maxBytes) {
        this.usedAfterCollectionBytes = usedAfterCollectionBytes;
        this.maxBytes = maxBytes;
    }

    /** The heap of this process. */
    public static HeapHealth ofThisProcess() {
        var pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        return new HeapHealth(
                () -> usedAfterCollectionBytes(pools), Runtime.getRuntime().maxMemory());
    }

    /** Zero before the first collection. Excludes pools without collection. */
    private static long usedAfterCollectionBytes(List<MemoryPoolMXBean> pools) {
        var used = 0L;
        for (var pool : pools) {
            var after = pool.getCollectionUsage();
            if (after != null) {
                used += after.getUsed();
            }
        }
        return used;
    }

    @Override
    public HealthCheckType type() {
        return HealthCheckType.READINESS;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public HealthCheckResponse call() {
        var used = usedAfterCollectionBytes.getAsLong();
        return HealthCheckResponse.builder()
                .status(used * 100 < maxBytes * USED_PERCENT_MAX)
                .detail("used_after_collection_mib", used / MEBIBYTE)
                .detail("max_mib", maxBytes / MEBIBYTE)
                .build();
    }
}
