package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Bank accounts that finance verifies: those of merchants' customers and those of the organizations themselves. */
public final class BankAccounts {
    private BankAccounts() {}

    /**
     * One account.
     *
     * @param verification {@code unverified}, {@code pending}, {@code verified} or {@code refused}
     * @param name of the customer; null for an account of the organization
     * @param label that the organization gave its account
     */
    public record Row(
            UUID id,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            String verification,
            @Nullable String name,
            @Nullable String label,
            String bankCode,
            String accountNo,
            String holderName,
            @JsonAlias("currency_code") String currency,
            @Nullable String email,
            @Nullable String phone,
            long createdAt,
            long updatedAt,
            @Nullable Long verificationRequestedAt,
            @Nullable Long verifiedAt,
            @Nullable Long verificationRefusedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil)
            implements WorkItem {
        @Override
        public String status() {
            return verification;
        }

        /** An account has no version: a decision is about its number as it is. */
        @Override
        public int version() {
            return 1;
        }
    }
}
