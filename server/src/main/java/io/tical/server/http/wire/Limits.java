package io.tical.server.http.wire;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The resources of this process that clients may use.
 *
 * @param connections the maximum number of open connections of all sockets
 * @param bytes the maximum size of requests and responses in memory, for all connections
 * @param proxies addresses with many clients, whose connections are not counted as one client's
 * @param network the network of an address
 */
public record Limits(
        Deadlines deadlines,
        int connections,
        long bytes,
        Predicate<InetAddress> proxies,
        Function<InetAddress, String> network) {
    /** The memory of an idle connection: its objects, the stack of its thread and its buffer. */
    private static final long CONNECTION_BYTES = 8 * 1024;

    /** File descriptors reserved for the database, uploads, callbacks and files. */
    private static final long DESCRIPTORS_RESERVED = 512;

    private static final int CONNECTIONS_MIN = 16;
    private static final int CONNECTIONS_MAX = 60_000;

    /** Connections use at most a quarter of the memory, and their requests and responses an eighth. */
    public static Limits ofProcess(Predicate<InetAddress> proxies, Function<InetAddress, String> network) {
        var memory = Runtime.getRuntime().maxMemory();
        return new Limits(
                Deadlines.standard(),
                connections(memory / 4, descriptors()),
                Math.max(1024 * 1024, memory / 8),
                proxies,
                network);
    }

    /** The number of connections that the memory and the file descriptors allow. */
    static int connections(long memoryBytes, long descriptors) {
        var free = descriptors - Math.min(DESCRIPTORS_RESERVED, descriptors / 2);
        return Math.clamp(Math.min(free, memoryBytes / CONNECTION_BYTES), CONNECTIONS_MIN, CONNECTIONS_MAX);
    }

    /** The limit of open file descriptors of this process. */
    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    public Limits with(Deadlines others) {
        return new Limits(others, connections, bytes, proxies, network);
    }
}
