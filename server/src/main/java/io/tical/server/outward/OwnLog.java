package io.tical.server.outward;

import io.tical.db.Session;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this node writes down: before it leaves, or as soon as the log can be written again. Thread-safe. */
final class OwnLog {
    private static final Logger LOG = LoggerFactory.getLogger(OwnLog.class);

    private volatile @Nullable OutwardLog log;
    private final Queue<Departure> owed = new ConcurrentLinkedQueue<>();
    private final Uncommitted uncommitted = new Uncommitted();

    /** From now on it is this one. */
    void is(OutwardLog opened) {
        log = opened;
    }

    /**
     * Writes down what leaves now.
     *
     * @param allowed asked again when it is written
     * @throws OutwardLog.Unavailable if it cannot be written down, or is not allowed any more; then it must not leave
     */
    void write(List<Departure> leaving, BooleanSupplier allowed) {
        var open = log;
        if (open == null) {
            throw new OutwardLog.Unavailable("the log of what leaves is not open", null);
        }
        open.append(leaving, allowed);
    }

    /**
     * Writes down what a transaction records as having left, immediately before it commits. A record of what did not commit is harmless: it
     * says what people have said. Where it cannot be written now, it is owed.
     */
    void write(Session session, Supplier<List<Departure>> gone) {
        session.beforeCommit(() -> {
            var open = log;
            var records = gone.get();
            if (open == null) {
                owed.addAll(records);
                return () -> {};
            }
            var place = uncommitted.begin(open);
            try {
                open.append(records);
            } catch (OutwardLog.Unavailable later) {
                LOG.error("What has left could not be written down, and will be", later);
                owed.addAll(records);
            } catch (RuntimeException failure) {
                uncommitted.end(place);
                throw failure;
            }
            return () -> uncommitted.end(place);
        });
    }

    /** What is written down, and may not be in the database yet. */
    Uncommitted uncommitted() {
        return uncommitted;
    }

    /** Writes down what is owed, and finds out whether a log that failed can be written again. */
    void repay() {
        var open = log;
        if (open == null || (owed.isEmpty() && open.failure() == null)) {
            return;
        }
        try {
            var left = List.copyOf(owed);
            open.append(left, () -> true);
            owed.removeAll(left);
        } catch (OutwardLog.Unavailable still) {
            LOG.debug("what leaves still cannot be written down", still);
        }
    }

    boolean owes() {
        return !owed.isEmpty();
    }

    /** Waits until what was allowed is written down, or has failed to be. */
    void await() {
        var open = log;
        if (open != null) {
            try {
                open.barrier();
            } catch (OutwardLog.Unavailable failed) {
                LOG.debug("the last records were not written down, so they did not leave", failed);
            }
        }
    }
}
