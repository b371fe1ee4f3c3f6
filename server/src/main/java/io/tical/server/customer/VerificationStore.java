package io.tical.server.customer;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.customer.Verifications.Reviewed;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of the accounts of all merchants, as operators read them. */
final class VerificationStore {
    private static final String SELECT = """
            SELECT a.*, c.name, c.email, c.phone, c.metadata
            FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id) WHERE\s""";

    private VerificationStore() {}

    static Optional<Reviewed> find(Session session, UUID accountId) {
        return session.sql(SELECT + "a.account_id = cast(:account AS uuid)")
                .bind("account", accountId)
                .first(VerificationStore::reviewed);
    }

    /** Returns one row more than the page if there is one. */
    static List<Reviewed> list(Session session, VerificationFilter filter, Page page) {
        return session.sql(SELECT
                        // Literals and not parameters, so that the planner knows how rare pending ones are.
                        + filter.verification()
                                .map(VerificationStore::condition)
                                .orElse("true")
                        + (filter.organizationId().isEmpty()
                                ? ""
                                : " AND a.organization_id = cast(:organization AS uuid)")
                        + (page.before() == null ? "" : " AND a.account_id < cast(:before AS uuid)")
                        + " ORDER BY a.account_id DESC LIMIT :rows OFFSET :offset")
                .bind("organization", filter.organizationId().orElse(null))
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(VerificationStore::reviewed);
    }

    /** As {@link VerificationStatus#of}. */
    private static String condition(VerificationStatus status) {
        var requested = "a.verification_requested_at IS NOT NULL AND a.verified_at IS NULL";
        return switch (status) {
            case UNVERIFIED -> "a.verification_requested_at IS NULL AND a.verified_at IS NULL";
            case PENDING -> requested + " AND a.verification_refused_at IS NULL";
            case REFUSED -> requested + " AND a.verification_refused_at IS NOT NULL";
            case VERIFIED -> "a.verified_at IS NOT NULL";
        };
    }

    private static Reviewed reviewed(Row row) {
        var customer = CustomerStore.customer(row);
        var requestedAt = row.instantOrNull("verification_requested_at");
        var refusedAt = row.instantOrNull("verification_refused_at");
        return new Reviewed(
                TransactionKey.of(row, "account_id"),
                customer,
                VerificationStatus.of(customer.verifiedAt(), requestedAt, refusedAt),
                requestedAt,
                refusedAt);
    }
}
