package io.tical.server.customer;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TextLookup;
import io.tical.server.verification.VerificationFilter;
import io.tical.server.verification.VerificationStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of customers' accounts for operators, across organizations. */
final class ReviewedCustomerStore {
    private static final String SELECT = "SELECT a.*, " + CustomerStore.OWNED
            + " FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id)";

    private static final TextLookup SEARCHED = new TextLookup(
            "customer_account",
            "account_id",
            List.of("account_id", "customer_id"),
            List.of(TextLookup.ACCOUNT_NUMBER, TextLookup.HOLDER),
            "t.*, " + CustomerStore.OWNED,
            "JOIN customer c ON c.organization_id = t.organization_id AND c.livemode = t.livemode"
                    + " AND c.customer_id = t.customer_id");

    private ReviewedCustomerStore() {}

    static <T> Optional<T> find(Session session, UUID id, Function<Row, T> read) {
        return session.sql(SELECT + " WHERE a.account_id = cast(:account AS uuid)")
                .bind("account", id)
                .first(read);
    }

    /** One row more than the page's limit, when there are that many. */
    static <T> List<T> list(Session session, VerificationFilter filter, Page page, Function<Row, T> read) {
        var list = SEARCHED.newestFirst(page)
                .where(filter.verification() == null ? "true" : condition(filter.verification()));
        return (filter.text().isEmpty()
                        ? filter.sorted(list.within(filter.environments(), "a."))
                                .page(session, SELECT)
                        : SEARCHED.page(session, filter.environments(), filter.text(), list))
                .list(read);
    }

    /** The condition of a status, as in {@link VerificationStatus#of}. Literal, so that the planner knows how rare pending ones are. */
    private static String condition(VerificationStatus status) {
        var requested = "a.verification_requested_at IS NOT NULL AND a.verified_at IS NULL";
        return switch (status) {
            case UNVERIFIED -> "a.verification_requested_at IS NULL AND a.verified_at IS NULL";
            case PENDING -> requested + " AND a.verification_refused_at IS NULL";
            case REFUSED -> requested + " AND a.verification_refused_at IS NOT NULL";
            case VERIFIED -> "a.verified_at IS NOT NULL";
        };
    }
}
