package io.tical.server.customer;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a payout or a settlement: the current state of a customer's account.
 *
 * @param accountId the account's id, referenced by {@code dest_account_id} and {@code customer_account_id}
 * @param customerId the owner of the account
 * @param bankCode the bank's abbreviation, uppercase
 * @param accountNo 6 to 20 digits
 * @param holderName the account holder as registered
 * @param currency the currency of the account, ISO 4217
 * @param editedAt when the account was last changed, or null if it never was
 */
public record Destination(
        UUID accountId,
        UUID customerId,
        String customerName,
        String bankCode,
        String accountNo,
        String holderName,
        String currency,
        boolean verified,
        @Nullable Instant editedAt) {}
