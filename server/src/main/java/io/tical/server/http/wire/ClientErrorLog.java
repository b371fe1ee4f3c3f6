package io.tical.server.http.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs client errors, at most one entry per second and kind, so that clients cannot fill the disk. An entry contains
 * the kind and the client's address, never data that the client sent.
 */
public final class ClientErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(ClientErrorLog.class);
    private static final long PERIOD_NS = 1_000_000_000;

    /** The kinds of client errors, with the text of the log entry. */
    public enum Kind {
        MALFORMED_REQUEST("a malformed request was refused"),
        TOO_SLOW("a client was too slow"),
        CONNECTION_REFUSED("a connection was refused: the limit is reached"),
        CONNECTION_EVICTED("a connection was closed to make room for others"),
        BYTES_EVICTED("a connection was closed to free memory"),
        ANSWER_UNREAD("a client disconnected before it had read the response");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** The rate limit of one kind. */
    private static final class Lines {
        private long loggedAt = System.nanoTime() - PERIOD_NS;
        private long suppressed;

        /** Returns the number of suppressed entries if an entry may be written now, or a negative number. */
        synchronized long take(boolean another) {
            var now = System.nanoTime();
            if (now - loggedAt < PERIOD_NS) {
                suppressed += another ? 1 : 0;
                return -1;
            }
            var count = suppressed;
            if (another || count > 0) {
                loggedAt = now;
                suppressed = 0;
            }
            return count;
        }
    }

    private final Map<Kind, Lines> kinds = new ConcurrentHashMap<>();

    /** @param client the address of the client, or another origin */
    public void log(Kind kind, String client) {
        var suppressed = lines(kind).take(true);
        if (suppressed > 0) {
            LOG.info("{}: {} ({} more since the last entry)", client, kind.words, suppressed);
        } else if (suppressed == 0) {
            LOG.info("{}: {}", client, kind.words);
        }
    }

    /** Logs the number of suppressed entries after a second without an entry. Called periodically. */
    void flush() {
        for (var kind : Kind.values()) {
            var suppressed = lines(kind).take(false);
            if (suppressed > 0) {
                LOG.info("{} more: {}", suppressed, kind.words);
            }
        }
    }

    private Lines lines(Kind kind) {
        return kinds.computeIfAbsent(kind, first -> new Lines());
    }
}
