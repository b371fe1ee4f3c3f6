package io.tical.server.customer;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a payout or a settlement goes: an account of a customer, as it stands now.
 *
 * @param accountId what {@code dest_account_id} and {@code customer_account_id} name
 * @param customerId whose account it is
 * @param customerName the customer's name
 * @param bankCode the bank's abbreviation, uppercase
 * @param accountNo 6 to 20 digits
 * @param holderName the account holder as registered
 * @param currency ISO 4217; the currency of money sent there
 * @param verified whether the account was verified
 * @param editedAt when the account was last changed after it was made, or null when it never was
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
