package io.tical.server.collection;

import java.util.TreeSet;

/**
 * The amounts that one organization has reserved on one account, in one environment. Payins of one amount use the transfer amounts
 * from it to {@link Surcharge#most}, and payins of an amount near it use some of the same. So that no merchant can use an amount
 * up for the others, it has at most a quarter of each such range, wherever the range begins.
 */
final class ReservationShares {
    private final long span;
    private final int share;
    private final TreeSet<Long> amounts = new TreeSet<>();

    ReservationShares(Surcharge surcharge) {
        this.span = surcharge.most(0);
        this.share = surcharge.share();
    }

    void add(long transferAmount) {
        amounts.add(transferAmount);
    }

    /** Whether no range would have more than a quarter of its amounts with this one. */
    boolean mayAdd(long transferAmount) {
        var near = amounts.subSet(transferAmount - span, true, transferAmount + span, true).stream()
                .mapToLong(Long::longValue)
                .toArray();
        // The fullest range begins at an amount that is held, or at the new one.
        var end = 0;
        var from = 0;
        for (; from < near.length && near[from] <= transferAmount; from++) {
            while (end < near.length && near[end] <= near[from] + span) {
                end++;
            }
            if (end - from >= share) {
                return false;
            }
        }
        return near.length - from < share;
    }
}
