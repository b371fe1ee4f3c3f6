package io.tical.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** Turns the name of a host into its addresses. */
@FunctionalInterface
public interface Resolver {
    /**
     * All addresses of a host, in the order in which they should be tried.
     *
     * @param host a name in ASCII, never a literal address
     * @param within how long the caller waits
     * @return at least one
     * @throws UnknownHostException when there are none, or none became known in time
     */
    List<InetAddress> resolve(String host, Duration within) throws UnknownHostException;

    /** The system's resolver. */
    static Resolver system() {
        return new SystemResolver(InetAddress::getAllByName);
    }
}
