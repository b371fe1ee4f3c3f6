package io.tical.server.collection;

import java.util.TreeSet;

/**
 * The amounts that one organization has reserved on one account, in one environment. Payins of one amount use the
 * transfer amounts from it to {@link Surcharge#most}; the ranges of similar amounts overlap. An organization gets at
 * most its share of any such range ({@link Surcharge#share(int, boolean)}), so that no merchant can exhaust an amount.
 */
record ReservationShares(long span, int share, TreeSet<Long> amounts) {
    ReservationShares(Surcharge surcharge) {
        this(surcharge.most(0), surcharge.share(), new TreeSet<>());
    }

    /** The same amounts with another share. */
    ReservationShares of(int otherShare) {
        return new ReservationShares(span, otherShare, amounts);
    }

    void add(long transferAmount) {
        amounts.add(transferAmount);
    }

    /** Whether the organization may reserve this amount too. */
    boolean mayAdd(long transferAmount) {
        var near = amounts.subSet(transferAmount - span, true, transferAmount + span, true).stream()
                .mapToLong(Long::longValue)
                .toArray();
        // The fullest range begins at a reserved amount, or at the new one.
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
