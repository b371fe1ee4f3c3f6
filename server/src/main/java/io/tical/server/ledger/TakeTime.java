package io.tical.server.ledger;

/**
 * When a commit queue takes its next group: just early enough to be decided when the current one has been written. Moving averages of
 * earlier groups predict both durations. If the group were taken earlier, commands that arrive meanwhile would have to wait for a third
 * group.
 *
 * <p>Not thread-safe: guarded by the lock of the queue, except {@link Group#turnAwaited}, which only the thread of the group calls.
 */
final class TakeTime {
    private final Average decidingNanos = new Average();
    private final Average writingNanos = new Average();
    /** When the next group is taken, unless the one that is written ends earlier; of {@link System#nanoTime}. */
    private long takeAt = System.nanoTime();

    /** The moving averages of some eight durations and of their distance from the average. */
    private static final class Average {
        private long value;
        private long deviation;

        void add(long next) {
            deviation += (Math.abs(next - value) - deviation) / 8;
            value += (next - value) / 8;
        }
    }

    /** How long until the next group is taken; 0 or less for now. */
    long nanosUntil() {
        return takeAt - System.nanoTime();
    }

    /** The times of the groups of one thread, one after the other. */
    final class Group {
        private long takenAt;
        private long turnAwaitedAt;
        /** 0 outside the group's turn. */
        private long decidedAt;

        void taken() {
            takenAt = System.nanoTime();
        }

        /** The group begins to wait for its turn. */
        void turnAwaited() {
            turnAwaitedAt = System.nanoTime();
        }

        /** The group is decided and has its turn: predicts its end, and when the next group must be taken for it. */
        void decided() {
            decidedAt = System.nanoTime();
            decidingNanos.add(turnAwaitedAt - takenAt);
            takeAt = decidedAt
                    + (writingNanos.value - writingNanos.deviation)
                    - (decidingNanos.value + decidingNanos.deviation);
        }

        /** The turn of the group has ended: the next group is taken now. */
        void written() {
            takeAt = System.nanoTime();
            if (decidedAt != 0) {
                writingNanos.add(takeAt - decidedAt);
                decidedAt = 0;
            }
        }
    }
}
