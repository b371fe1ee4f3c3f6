package io.tical.server.ledger;

import io.tical.server.metric.Family;
import io.tical.server.metric.Histogram;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The metrics of the group commit. */
record CommitMetrics(Histogram commands, Histogram durations) {
    CommitMetrics() {
        this(Histogram.ofCounts(1, 2, 4, 8, 16, 32, 64, 128, 256, 512), Histogram.ofDurations());
    }

    /** @param startNanos when the transaction began, as {@link System#nanoTime} */
    void committed(int size, long startNanos) {
        commands.record(size);
        durations.recordSince(startNanos);
    }

    /**
     * @param waiting commands in the queues
     * @param oldestNanos how long the oldest command has waited
     */
    List<Family> families(IntSupplier waiting, LongSupplier oldestNanos) {
        return List.of(
                Family.histogram("tical_commit_group_commands", "Commands in a committed group.", commands),
                Family.histogram(
                        "tical_commit_seconds",
                        "Time of a group's transaction, including the wait for its turn and for locks.",
                        durations),
                Family.gauge("tical_commit_queue_commands", "Commands that wait for a group.", waiting::getAsInt),
                Family.gauge(
                        "tical_commit_queue_oldest_seconds",
                        "How long the oldest waiting command has waited.",
                        () -> oldestNanos.getAsLong() / 1e9));
    }
}
