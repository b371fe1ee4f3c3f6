package io.tical.server.treasury;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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

/** The accounts of all organizations, for operators, who verify them. */
final class ReviewedOrganizationAccounts implements VerifiableAccounts {
    private record View(
            @JsonUnwrapped OrganizationAccountView account,
            boolean livemode,
            @Nullable Instant verifiedAt) {}

    @Override
    public String resource() {
        return OrganizationAccount.RESOURCE;
    }

    @Override
    public StateTable<VerificationStatus, Trigger, NoEffect> transitions() {
        return OrganizationAccount.TABLE;
    }

    @Override
    public List<Reviewed> list(Session session, VerificationFilter filter, Page page) {
        return OrganizationAccountStore.list(session, filter, page).stream()
                .map(ReviewedOrganizationAccounts::reviewed)
                .toList();
    }

    @Override
    public Optional<Reviewed> find(Session session, UUID id) {
        return OrganizationAccountStore.find(session, id).map(ReviewedOrganizationAccounts::reviewed);
    }

    @Override
    public Optional<VerificationStatus> decide(Session session, TransactionKey key, Trigger trigger, Instant at) {
        return OrganizationAccountStore.lock(session, key).map(account -> {
            OrganizationAccountStore.update(session, account.on(trigger, at));
            return account.verification();
        });
    }

    private static Reviewed reviewed(OrganizationAccount account) {
        return new Reviewed(
                account.key(),
                new View(OrganizationAccountView.of(account), account.key().livemode(), account.verifiedAt()),
                account.verification(),
                account.refusedAt());
    }
}
