package io.tical.server.treasury;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An organization's bank account as JSON. */
record OrganizationAccountView(
        UUID id,
        String bankCode,
        String accountNo,
        String holderName,
        String currencyCode,
        @Nullable String label,
        @JsonProperty("is_default") boolean preferred,
        @JsonProperty("is_verified") boolean verified,
        Instant createdAt,
        Instant updatedAt) {
    static OrganizationAccountView of(OrganizationAccount account) {
        return new OrganizationAccountView(
                account.key().id(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                account.currency(),
                account.label(),
                account.isDefault(),
                account.verifiedAt() != null,
                account.createdAt(),
                account.updatedAt());
    }
}
