package io.tical.server.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.AlteredRow;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The altered rows that this node has met, for its health. Each is logged once. */
final class AlteredRows {
    private static final Logger LOG = LoggerFactory.getLogger(AlteredRows.class);
    private static final int ROWS_MAX = 20;
    /** Longer than the pause before a wallet that is not sealed is looked at again. */
    private static final Duration KEPT = Duration.ofMinutes(20);

    private final Cache<String, Boolean> met =
            Caffeine.newBuilder().maximumSize(ROWS_MAX).expireAfterWrite(KEPT).build();

    void add(AlteredRow row) {
        if (met.asMap().put(row.sentence(), true) == null) {
            LOG.error(row.sentence());
        }
    }

    /** A sentence about each. */
    List<String> sentences() {
        return met.asMap().keySet().stream().sorted().toList();
    }
}
