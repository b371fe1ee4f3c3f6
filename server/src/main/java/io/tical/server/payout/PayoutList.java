package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.input.Query;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Lists of payouts, newest first. */
public final class PayoutList {
    private static final TransactionList LIST = new TransactionList(
            "payout",
            "payout_id",
            Stream.of(PayoutStatus.values()).map(PayoutStatus::word).toList());

    private PayoutList() {}

    public static ListFilter filter(Query query) {
        return ListFilter.of(query, "payouts", word -> PayoutStatus.of(word).isPresent());
    }

    /** One row more than the page's limit, when there are that many. */
    static List<Payout> find(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var select = PayoutStore.SELECT + " ORDER BY p.payout_id DESC, s.step";
        var found = PayoutStore.payouts(LIST.page(session, organizationId, livemode, filter, page, select));
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }
}
