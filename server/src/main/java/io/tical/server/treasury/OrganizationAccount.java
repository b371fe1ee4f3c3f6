package io.tical.server.treasury;

import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.verification.VerificationStatus;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bank account of an organization, as stored. It awaits verification by finance from its creation.
 *
 * @param bankCode the bank's abbreviation
 * @param accountNo 6 to 20 digits
 * @param currency ISO 4217
 * @param label the merchant's own name for it, or null
 * @param isDefault whether it is the default account of its currency
 * @param verifiedAt null unless it is verified
 * @param refusedAt when finance refused to verify it; null unless that is its status
 * @param archivedAt when the merchant removed it, or null
 */
public record OrganizationAccount(
        TransactionKey key,
        String bankCode,
        String accountNo,
        String holderName,
        String currency,
        @Nullable String label,
        boolean isDefault,
        @Nullable Instant verifiedAt,
        @Nullable Instant refusedAt,
        @Nullable Instant archivedAt,
        Instant createdAt,
        Instant updatedAt) {
    /** Its name in error codes and in the audit log. */
    static final String RESOURCE = "organization_account";

    static final StateTable<VerificationStatus, Trigger, NoEffect> TABLE = VerificationStatus.table(RESOURCE);

    VerificationStatus verification() {
        return VerificationStatus.of(verifiedAt, createdAt, refusedAt);
    }

    /** @throws io.tical.server.problem.Problem.Conflict {@code ORGANIZATION_ACCOUNT_STATUS_TRANSITION_INVALID} */
    OrganizationAccount on(Trigger trigger, Instant at) {
        return switch (TABLE.on(verification(), trigger).to()) {
            case VERIFIED -> with(label, isDefault, at, null, archivedAt, at);
            case REFUSED -> with(label, isDefault, null, at, archivedAt, at);
            case PENDING, UNVERIFIED -> with(label, isDefault, null, null, archivedAt, at);
        };
    }

    OrganizationAccount labelled(@Nullable String otherLabel, Instant at) {
        return with(otherLabel, isDefault, verifiedAt, refusedAt, archivedAt, at);
    }

    OrganizationAccount preferred(boolean preferred, Instant at) {
        return with(label, preferred, verifiedAt, refusedAt, archivedAt, at);
    }

    /** The account after its removal; it is no longer the default. */
    OrganizationAccount archived(Instant at) {
        return with(label, false, verifiedAt, refusedAt, at, at);
    }

    private OrganizationAccount with(
            @Nullable String newLabel,
            boolean preferred,
            @Nullable Instant verified,
            @Nullable Instant refused,
            @Nullable Instant archived,
            Instant at) {
        return new OrganizationAccount(
                key,
                bankCode,
                accountNo,
                holderName,
                currency,
                newLabel,
                preferred,
                verified,
                refused,
                archived,
                createdAt,
                at);
    }
}
