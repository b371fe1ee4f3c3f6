package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.server.metric.Family;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many live entries nobody has explained, for how long, and how many payments no statement has; measured every half minute. */
final class OpenEntries {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Database database;
    private final Clock clock;
    private volatile Measured measured = new Measured(0, null, 0);

    /**
     * @param entries that are open
     * @param oldest since when the oldest of them is open; null without one
     * @param missing payments that no statement of their days has
     */
    record Measured(long entries, @Nullable Instant oldest, long missing) {}

    OpenEntries(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    Work work() {
        return new Work.Repeated("open bank entries", PAUSE, () -> {
            measured = database.run(AccountEntryStore::open);
            return false;
        });
    }

    List<Family> metrics() {
        return List.of(
                Family.gauge(
                        "tical_bank_entries_open",
                        "Live entries of bank accounts that nobody has explained.",
                        () -> measured.entries()),
                Family.gauge(
                        "tical_bank_entry_oldest_open_seconds",
                        "For how long the oldest of them is open; 0 without one.",
                        this::oldestSeconds),
                Family.gauge(
                        "tical_payments_missing",
                        "Live payments that were credited and that no statement of their days has.",
                        () -> measured.missing()));
    }

    private double oldestSeconds() {
        var oldest = measured.oldest();
        return oldest == null
                ? 0
                : Math.max(0, Duration.between(oldest, clock.instant()).toSeconds());
    }
}
