package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

/**
 * Lists of payouts, newest first. The id carries the creation time, so every list scans an index in id order, and a page at any depth
 * costs as much as the first one. A search text is looked up in three columns; each is scanned in that order too, no further than
 * the page needs.
 */
final class PayoutList {
    private PayoutList() {}

    /** One row more than the page's limit, when there are that many. */
    static List<Payout> find(Session session, UUID organizationId, boolean livemode, PayoutFilter filter, Page page) {
        var conditions = conditions(filter, page);
        var rows = page.limit() + 1;
        var sql = filter.text().isEmpty() ? walk("payout p", conditions) : search(filter, conditions);
        var statement = session.sql(
                        "SELECT * FROM (" + sql + ") page ORDER BY payout_id DESC LIMIT :rows OFFSET :offset")
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("rows", rows)
                .bind("offset", page.offset())
                .bind("reach", rows + page.offset());
        filter.currency().ifPresent(currency -> statement.bind("currency", currency));
        filter.reference().ifPresent(reference -> statement.bind("reference", reference));
        if (page.before() != null) {
            statement.bind("before", page.before());
        }
        filter.text().ifPresent(text -> {
            statement.bind("prefix", prefix(text));
            statement.bind("holder", prefix(text.toLowerCase(Locale.ROOT)));
            PayoutFilter.idRange(text)
                    .ifPresent(range -> statement.bind("id_from", range.from()).bind("id_to", range.to()));
        });
        var keys = statement.list(row -> new TransactionKey(organizationId, livemode, row.uuid("payout_id")));
        var found = PayoutStore.payouts(session, keys);
        return keys.stream().map(found::get).map(Objects::requireNonNull).toList();
    }

    private static List<String> conditions(PayoutFilter filter, Page page) {
        var conditions = new ArrayList<String>();
        conditions.add("p.organization_id = cast(:organization AS uuid)");
        conditions.add("p.livemode = :livemode");
        // The word itself, not a parameter, so that the planner sees how rare the state is.
        filter.status().ifPresent(status -> conditions.add("p.status = '" + status.word() + "'"));
        filter.currency().ifPresent(currency -> conditions.add("p.currency = :currency"));
        filter.reference().ifPresent(reference -> conditions.add("p.merchant_ref = :reference"));
        if (page.before() != null) {
            conditions.add("p.payout_id < cast(:before AS uuid)");
        }
        return conditions;
    }

    private static String search(PayoutFilter filter, List<String> conditions) {
        var places = new ArrayList<String>();
        places.add(walk("payout p", and(conditions, "p.merchant_ref LIKE :prefix")));
        if (filter.text().flatMap(PayoutFilter::idRange).isPresent()) {
            places.add(walk(
                    "payout p",
                    and(conditions, "p.payout_id BETWEEN cast(:id_from AS uuid) AND cast(:id_to AS uuid)")));
        }
        places.add("""
                SELECT of_account.payout_id FROM customer_account c CROSS JOIN LATERAL (%s) of_account
                WHERE c.organization_id = cast(:organization AS uuid) AND c.livemode = :livemode
                  AND lower(c.holder_name) COLLATE "C" LIKE :holder
                """.formatted(walk("payout p", and(conditions, "p.account_id = c.account_id"))));
        return places.stream()
                .map(place -> "(" + place + ")")
                .reduce((a, b) -> a + " UNION " + b)
                .orElseThrow();
    }

    private static String walk(String from, List<String> conditions) {
        return "SELECT p.payout_id FROM " + from + " WHERE " + String.join(" AND ", conditions)
                + " ORDER BY p.payout_id DESC LIMIT :reach";
    }

    private static List<String> and(List<String> conditions, String more) {
        var all = new ArrayList<>(conditions);
        all.add(more);
        return all;
    }

    private static String prefix(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
