package io.tical.server.customer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
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

    static final StateTable<VerificationStatus, Trigger, NoEffect> TABLE =
            VerificationStatus.table(RESOURCE).merchants(Trigger.REQUEST, "verify");

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
        return ReviewedCustomerStore.find(session, id, ReviewedCustomers::reviewed);
    }

    @Override
    public List<Reviewed> list(Session session, VerificationFilter filter, Page page) {
        return ReviewedCustomerStore.list(session, filter, page, ReviewedCustomers::reviewed);
    }

    @Override
    public Optional<VerificationStatus> decide(Session session, TransactionKey key, Trigger trigger, Instant at) {
        return CustomerStore.lock(session, key).map(account -> {
            CustomerStore.update(session, account.on(trigger, at));
            return account.verification();
        });
    }

    private static Reviewed reviewed(Row row) {
        var account = CustomerStore.ACCOUNTS.read(row);
        return new Reviewed(
                account.key(),
                new View(CustomerStore.customer(account, row), account.verificationRequestedAt()),
                account.verification(),
                account.verificationRefusedAt());
    }
}
