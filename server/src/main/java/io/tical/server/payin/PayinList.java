package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.input.Query;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Lists of payins, newest first. */
public final class PayinList {
    private static final TransactionList LIST = new TransactionList(
            "payin",
            "payin_id",
            Stream.of(PayinStatus.values()).map(PayinStatus::word).toList());

    private PayinList() {}

    public static ListFilter filter(Query query) {
        return ListFilter.of(query, "payins", word -> PayinStatus.of(word).isPresent());
    }

    /** One row more than the page's limit, when there are that many. */
    static List<Payin> find(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var found = LIST.page(
                        session, organizationId, livemode, filter, page, "SELECT * FROM %s p ORDER BY payin_id DESC")
                .list(PayinRows::payin);
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }
}
