package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.access.Caller;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the requests without a signature of keys that accept both, so that a merchant sees whether signatures can be required. A node
 * adds its counts to the stored ones every two seconds; a node that dies loses those of the last two.
 */
final class UnsignedRequests implements Work {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Database database;
    private final ConcurrentHashMap<TransactionKey, Long> counts = new ConcurrentHashMap<>();

    UnsignedRequests(Database database) {
        this.database = database;
    }

    void count(Caller caller) {
        counts.merge(new TransactionKey(caller.organizationId(), caller.livemode(), caller.keyId()), 1L, Long::sum);
    }

    /** Adds this node's counts to the stored ones. */
    public void store() {
        for (var key : List.copyOf(counts.keySet())) {
            var count = counts.remove(key);
            if (count != null) {
                store(key, count);
            }
        }
    }

    private void store(TransactionKey key, long count) {
        var stored = false;
        try {
            database.run(session -> ApiKeyStore.addUnsigned(session, key, count));
            stored = true;
        } finally {
            if (!stored) {
                counts.merge(key, count, Long::sum);
            }
        }
    }

    @Override
    public String name() {
        return "unsigned requests";
    }

    @Override
    public boolean round() {
        store();
        return false;
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public void close() {
        store();
    }
}
