package io.tical.server.http.wire;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What clients do wrong, at most one line a second for each kind of it, so that nobody can fill the disk. A line names the kind
 * and the client's address, never anything that the client sent.
 */
public final class ClientErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(ClientErrorLog.class);
    private static final long PERIOD_NS = 1_000_000_000;

    /** What clients do wrong, in the words of a log line. */
    public enum Kind {
        MALFORMED_REQUEST("a malformed request was refused"),
        TOO_SLOW("a client was too slow"),
        CONNECTION_REFUSED("a connection was refused: no more are possible"),
        CONNECTION_EVICTED("a connection was closed to make room for others"),
        BYTES_EVICTED("a connection was closed because too many bytes were held in memory"),
        ANSWER_UNREAD("a client went away while it was being answered");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** Lines of one kind. */
    private static final class Lines {
        private long loggedAt = System.nanoTime() - PERIOD_NS;
        private long suppressed;

        /** Whether a line may be written now; if so, how many were not since the last one. */
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

    private final Map<Kind, Lines> kinds = new EnumMap<>(Kind.class);

    public ClientErrorLog() {
        for (var kind : Kind.values()) {
            kinds.put(kind, new Lines());
        }
    }

    /** @param client address of the client, or what else tells where it happened */
    public void log(Kind kind, String client) {
        var suppressed = lines(kind).take(true);
        if (suppressed > 0) {
            LOG.info("{}: {} (and {} more since the last such line)", client, kind.words, suppressed);
        } else if (suppressed == 0) {
            LOG.info("{}: {}", client, kind.words);
        }
    }

    /** Writes how many lines were suppressed, where a second has passed without one; called regularly. */
    void flush() {
        for (var kind : Kind.values()) {
            var suppressed = lines(kind).take(false);
            if (suppressed > 0) {
                LOG.info("{} times more: {}", suppressed, kind.words);
            }
        }
    }

    private Lines lines(Kind kind) {
        return Objects.requireNonNull(kinds.get(kind), kind.name());
    }
}
