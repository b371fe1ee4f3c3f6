package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.payout.PayoutQueue.EarlierDelivery;
import io.tical.server.payout.PayoutQueue.Filter;
import io.tical.server.rail.ManualRail;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.transaction.TransactionList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The SQL of payouts of all organizations. Every index of payouts begins with the organization and the environment, so each
 * statement descends once into each of them and takes no more rows than the page has: with 1,000 organizations and 1,000,000 payouts
 * that is 4 to 30 ms. An index without the organization would cost each insertion more than these few reads.
 */
final class PayoutQueueStore {
    /** The environments of organizations, as a table {@code k}. */
    private static final String ENVIRONMENTS = """
            (SELECT o.organization_id, e.livemode FROM organization o CROSS JOIN (VALUES (true), (false)) e (livemode)) k
            """;

    private static final String OF_ENVIRONMENT = "p.organization_id = k.organization_id AND p.livemode = k.livemode";

    private static final String FIND = """
            SELECT k.organization_id, k.livemode, p.payout_id FROM %s CROSS JOIN LATERAL (
                SELECT p.payout_id FROM payout p WHERE %s AND p.payout_id = cast(:id AS uuid) OFFSET 0) p
            """.formatted(ENVIRONMENTS, OF_ENVIRONMENT);

    private PayoutQueueStore() {}

    static Optional<TransactionKey> find(Session session, UUID id) {
        return session.sql(FIND).bind("id", id).first(row -> TransactionKey.of(row, "payout_id"));
    }

    /** One key more than the page's limit, when there are that many; newest first. */
    static List<TransactionKey> list(Session session, Filter filter, Page page) {
        // A parameter that the statement does not contain is ignored.
        var statement = session.sql("SELECT k.organization_id, k.livemode, p.payout_id FROM " + ENVIRONMENTS
                        + " CROSS JOIN LATERAL (" + newest(filter, page) + ") p WHERE " + environment(filter)
                        + " ORDER BY p.payout_id DESC LIMIT :rows OFFSET :offset")
                .bind("organization", filter.organizationId().orElse(null))
                .bind("livemode", filter.livemode().orElse(null))
                .bind("rail", filter.rail().orElse(null))
                .bind("prefix", TransactionList.prefix(filter.text()))
                .bind("holder", TransactionList.prefix(filter.text().toLowerCase(Locale.ROOT)))
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("reach", page.limit() + 1 + page.offset())
                .bind("offset", page.offset());
        Ids.withPrefix(filter.text())
                .ifPresent(range -> statement.bind("id_from", range.from()).bind("id_to", range.to()));
        return statement.withCustomPlan().list(row -> TransactionKey.of(row, "payout_id"));
    }

    private static String environment(Filter filter) {
        var conditions = new ArrayList<>(List.of("true"));
        filter.organizationId().ifPresent(id -> conditions.add("k.organization_id = cast(:organization AS uuid)"));
        filter.livemode().ifPresent(livemode -> conditions.add("k.livemode = :livemode"));
        // The manual rail is for live payouts only: this skips the test payouts without reading them.
        filter.rail().filter(ManualRail.NAME::equals).ifPresent(rail -> conditions.add("k.livemode"));
        return String.join(" AND ", conditions);
    }

    /** The newest payouts of one environment. */
    private static String newest(Filter filter, Page page) {
        if (filter.text().isEmpty()) {
            return newest(filter, page, "true");
        }
        var places = new ArrayList<String>();
        places.add(newest(filter, page, "p.merchant_ref LIKE :prefix"));
        if (Ids.withPrefix(filter.text()).isPresent()) {
            places.add(newest(filter, page, "p.payout_id BETWEEN cast(:id_from AS uuid) AND cast(:id_to AS uuid)"));
        }
        var ofAccount = newest(filter, page, "p.account_id = c.account_id");
        for (var account : List.of("lower(c.holder_name) COLLATE \"C\" LIKE :holder", "c.account_no LIKE :prefix")) {
            places.add("""
                    SELECT p.payout_id FROM customer_account c CROSS JOIN LATERAL (%s) p
                    WHERE c.organization_id = k.organization_id AND c.livemode = k.livemode AND %s
                    """.formatted(ofAccount, account));
        }
        return places.stream().map(place -> "(" + place + ")").collect(Collectors.joining(" UNION "));
    }

    private static String newest(Filter filter, Page page, String condition) {
        var conditions = new ArrayList<>(List.of(OF_ENVIRONMENT, condition));
        // A literal and not a parameter, so that the planner knows how rare the status is.
        filter.status().ifPresent(status -> conditions.add("p.status = '" + status.word() + "'"));
        filter.rail().ifPresent(rail -> conditions.add("""
                EXISTS (SELECT FROM payout_attempt a WHERE a.organization_id = p.organization_id
                    AND a.livemode = p.livemode AND a.payout_id = p.payout_id AND a.rail = :rail)
                """));
        if (page.before() != null) {
            conditions.add("p.payout_id < cast(:before AS uuid)");
        }
        // The index of statuses sorts nulls first, unlike the primary key.
        var order = filter.status().isPresent() ? " DESC NULLS LAST" : " DESC";
        return "SELECT p.payout_id FROM payout p WHERE " + String.join(" AND ", conditions) + " ORDER BY p.payout_id"
                + order + " LIMIT :reach";
    }

    /** The last payouts to the same account before this one that were delivered, newest first. */
    static List<EarlierDelivery> earlierDeliveries(Session session, Payout payout, int rowsMax) {
        return payout.key()
                .bind(session.sql("SELECT * FROM payout" + TransactionKey.WHERE + """
                        account_id = cast(:account AS uuid) AND payout_id < cast(:id AS uuid)
                        AND status IN ('success', 'partial_success') ORDER BY payout_id DESC LIMIT :rows
                        """), "id")
                .bind("account", payout.terms().accountId())
                .bind("rows", rowsMax)
                .list(row -> new EarlierDelivery(
                        row.uuid("payout_id"),
                        row.text("merchant_ref"),
                        PayoutRows.status(row),
                        row.number("delivered"),
                        row.text("account_no"),
                        row.instantOrNull("finalized_at")));
    }
}
