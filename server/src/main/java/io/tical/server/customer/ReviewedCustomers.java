package io.tical.server.customer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.transaction.TextLookup;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.verification.VerifiableAccounts;
import io.tical.server.verification.VerificationFilter;
import io.tical.server.verification.VerificationStatus;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The accounts of all merchants' customers, for operators, who verify them. A decision applies to payouts that are created afterwards. */
final class ReviewedCustomers implements VerifiableAccounts {
    static final String RESOURCE = "customer";

    static final StateTable<VerificationStatus, Trigger, NoEffect> TABLE = VerificationStatus.table(RESOURCE);

    private static final String SELECT = """
            SELECT a.*, c.name, c.email, c.phone, c.metadata
            FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id) WHERE\s""";

    private static final TextLookup SEARCHED = new TextLookup(
            "customer_account",
            "account_id",
            List.of("account_id", "customer_id"),
            List.of(TextLookup.ACCOUNT_NUMBER, TextLookup.HOLDER),
            "t.*, c.name, c.email, c.phone, c.metadata",
            "JOIN customer c ON c.organization_id = t.organization_id AND c.livemode = t.livemode"
                    + " AND c.customer_id = t.customer_id");

    /** @param verificationRequestedAt when the merchant requested verification, or null */
    private record View(
            @JsonUnwrapped Customer customer, @Nullable Instant verificationRequestedAt) {}

    @Override
    public String resource() {
        return RESOURCE;
    }

    @Override
    public StateTable<VerificationStatus, Trigger, NoEffect> transitions() {
        return TABLE;
    }

    @Override
    public Optional<Reviewed> find(Session session, UUID id) {
        return session.sql(SELECT + "a.account_id = cast(:account AS uuid)")
                .bind("account", id)
                .first(ReviewedCustomers::reviewed);
    }

    @Override
    public List<Reviewed> list(Session session, VerificationFilter filter, Page page) {
        if (!filter.text().isEmpty()) {
            return search(session, filter, page);
        }
        return session.sql(SELECT
                        // Literals and not parameters, so that the planner knows how rare pending ones are.
                        + filter.verification()
                                .map(ReviewedCustomers::condition)
                                .orElse("true")
                        + (filter.organizationId().isEmpty()
                                ? ""
                                : " AND a.organization_id = cast(:organization AS uuid)")
                        + (page.before() == null ? "" : " AND a.account_id < cast(:before AS uuid)")
                        + " ORDER BY a.account_id" + filter.newestFirst() + " LIMIT :rows OFFSET :offset")
                .bind("organization", filter.organizationId().orElse(null))
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(ReviewedCustomers::reviewed);
    }

    private static List<Reviewed> search(Session session, VerificationFilter filter, Page page) {
        var conditions =
                filter.verification().map(ReviewedCustomers::condition).stream().toList();
        return SEARCHED.page(session, filter.environments(), filter.text(), conditions, page)
                .list(ReviewedCustomers::reviewed);
    }

    /** The condition of a status, as in {@link VerificationStatus#of}. */
    private static String condition(VerificationStatus status) {
        var requested = "a.verification_requested_at IS NOT NULL AND a.verified_at IS NULL";
        return switch (status) {
            case UNVERIFIED -> "a.verification_requested_at IS NULL AND a.verified_at IS NULL";
            case PENDING -> requested + " AND a.verification_refused_at IS NULL";
            case REFUSED -> requested + " AND a.verification_refused_at IS NOT NULL";
            case VERIFIED -> "a.verified_at IS NOT NULL";
        };
    }

    @Override
    public Optional<VerificationStatus> decide(Session session, TransactionKey key, Trigger trigger, Instant at) {
        return CustomerStore.lock(session, key).map(account -> {
            CustomerStore.update(session, account.on(trigger, at));
            return account.verification();
        });
    }

    private static Reviewed reviewed(Row row) {
        var customer = CustomerStore.customer(row);
        var requestedAt = row.instantOrNull("verification_requested_at");
        var refusedAt = row.instantOrNull("verification_refused_at");
        return new Reviewed(
                TransactionKey.of(row, "account_id"),
                new View(customer, requestedAt),
                VerificationStatus.of(customer.verifiedAt(), requestedAt, refusedAt),
                refusedAt);
    }
}
