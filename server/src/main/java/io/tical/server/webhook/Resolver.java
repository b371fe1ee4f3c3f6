package io.tical.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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

    /**
     * Resolves with the system's resolver on a virtual thread, because the call has no timeout.
     *
     * <p>A lookup blocks its platform thread, and the JDK adds at most about 250 of them. So concurrent lookups of a host
     * are shared, and their total is limited: unresponsive name servers affect only callbacks to host names.
     */
    final class SystemResolver implements Resolver {
        static final int QUESTIONS_MAX = 64;

        private final Lookup lookup;
        private final Semaphore free = new Semaphore(QUESTIONS_MAX);
        private final Map<String, CompletableFuture<List<InetAddress>>> running = new ConcurrentHashMap<>();

        /** A blocking lookup without a timeout, as {@link InetAddress#getAllByName}. */
        interface Lookup {
            InetAddress[] addresses(String host) throws UnknownHostException;
        }

        SystemResolver(Lookup lookup) {
            this.lookup = lookup;
        }

        @Override
        public List<InetAddress> resolve(String host, Duration within) throws UnknownHostException {
            var end = System.nanoTime() + within.toNanos();
            try {
                var answer = running.get(host);
                if (answer == null) {
                    answer = ask(host, within);
                }
                return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new UnknownHostException(host);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UnknownHostException(host);
            }
        }

        private CompletableFuture<List<InetAddress>> ask(String host, Duration within)
                throws InterruptedException, TimeoutException {
            if (!free.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            var answer = new CompletableFuture<List<InetAddress>>();
            var earlier = running.putIfAbsent(host, answer);
            if (earlier != null) {
                free.release();
                return earlier;
            }
            Thread.ofVirtual().name("resolve-" + host).start(() -> {
                try {
                    answer.complete(List.of(lookup.addresses(host)));
                } catch (UnknownHostException | RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                } finally {
                    running.remove(host, answer);
                    free.release();
                }
            });
            return answer;
        }
    }
}
