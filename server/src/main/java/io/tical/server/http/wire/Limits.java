package io.tical.server.http.wire;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What clients may use of this process.
 *
 * @param deadlines how long a client may take
 * @param connections that all sockets together may have open
 * @param bytes of requests and answers that may be held in memory, for all connections together
 * @param proxies addresses behind which are many clients: their connections are not counted as those of one client
 * @param network whom an address stands for
 */
public record Limits(
        Deadlines deadlines,
        int connections,
        long bytes,
        Predicate<InetAddress> proxies,
        Function<InetAddress, String> network) {
    /** What an open connection that waits is counted as: its objects, the stack of its thread and its buffer. */
    private static final long CONNECTION_BYTES = 8 * 1024;

    /** Descriptors that are left to the database, to uploads, to callbacks and to files. */
    private static final long DESCRIPTORS_RESERVED = 512;

    private static final int CONNECTIONS_MIN = 16;
    private static final int CONNECTIONS_MAX = 60_000;

    /** Connections take at most a quarter of the memory, and what they hold an eighth. */
    public static Limits ofProcess(Predicate<InetAddress> proxies, Function<InetAddress, String> network) {
        var memory = Runtime.getRuntime().maxMemory();
        return new Limits(
                Deadlines.standard(),
                connections(memory / 4, descriptors()),
                Math.max(1024 * 1024, memory / 8),
                proxies,
                network);
    }

    /** How many connections so much memory and so many descriptors allow. */
    static int connections(long memoryBytes, long descriptors) {
        var free = descriptors - Math.min(DESCRIPTORS_RESERVED, descriptors / 2);
        return Math.clamp(Math.min(free, memoryBytes / CONNECTION_BYTES), CONNECTIONS_MIN, CONNECTIONS_MAX);
    }

    /** How many files and sockets this process may have open. */
    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    public Limits with(Deadlines others) {
        return new Limits(others, connections, bytes, proxies, network);
    }

    public Limits withConnections(int most) {
        return new Limits(deadlines, most, bytes, proxies, network);
    }

    public Limits withBytes(long most) {
        return new Limits(deadlines, connections, most, proxies, network);
    }
}
