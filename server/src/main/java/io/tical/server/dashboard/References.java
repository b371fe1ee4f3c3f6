package io.tical.server.dashboard;

import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.payout.Payout;
import io.tical.server.payout.Payouts;
import io.tical.server.settlement.Settlement;
import io.tical.server.settlement.Settlements;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
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
            payins.reads().list(organizationId, livemode, filter, FIRST).stream()
                    .map(Payin::id)
                    .forEach(ids::add);
            payouts.reads().list(organizationId, livemode, filter, FIRST).stream()
                    .map(Payout::id)
                    .forEach(ids::add);
            settlements.reads().list(organizationId, livemode, operation, FIRST).stream()
                    .map(Settlement::id)
                    .forEach(ids::add);
        }
        return List.copyOf(ids);
    }
}
