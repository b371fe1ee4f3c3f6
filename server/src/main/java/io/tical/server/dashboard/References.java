package io.tical.server.dashboard;

import io.tical.server.payin.Payins;
import io.tical.server.payout.Payouts;
import io.tical.server.settlement.Settlements;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Finds the transactions with callbacks by the merchant's reference. */
record References(Payins payins, Payouts payouts, Settlements settlements) {
    private static final Page FIRST = new Page(1, 0, null);

    /** The ids of the transactions with this whole reference; at most one of each type and environment. */
    List<UUID> ids(UUID organizationId, List<Boolean> environments, String reference) {
        var filter = new ListFilter(null, null, reference, "");
        var operation = new ListFilter(null, null, reference.toLowerCase(Locale.ROOT), "");
        var ids = new ArrayList<UUID>();
        for (var livemode : environments) {
            ids.addAll(ids(payins.reads(), organizationId, livemode, filter));
            ids.addAll(ids(payouts.reads(), organizationId, livemode, filter));
            ids.addAll(ids(settlements.reads(), organizationId, livemode, operation));
        }
        return List.copyOf(ids);
    }

    private static <T> List<UUID> ids(
            TransactionReads<T> reads, UUID organizationId, boolean livemode, ListFilter filter) {
        return reads.list(organizationId, livemode, filter, FIRST).stream()
                .map(reads.id())
                .toList();
    }
}
