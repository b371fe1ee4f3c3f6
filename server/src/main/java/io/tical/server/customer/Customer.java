package io.tical.server.customer;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A counterparty's bank account, with the customer whose it is.
 *
 * @param id the account; what {@code dest_account_id} names
 * @param customerId the customer, who may have several accounts
 * @param livemode the environment it exists in
 * @param name the customer's name
 * @param bankCode the bank's abbreviation; with the number unique in an environment of a merchant
 * @param accountNo 6 to 20 digits
 * @param holderName the account holder
 * @param currency ISO 4217
 * @param verifiedAt when it was verified, or null; test accounts are verified when they are made
 * @param email the customer's, or null
 * @param phone the customer's, or null
 * @param metadata the merchant's own pairs, at most 20
 * @param createdAt when the account was made
 * @param updatedAt when the account last changed
 */
public record Customer(
        UUID id,
        UUID customerId,
        boolean livemode,
        String name,
        String bankCode,
        String accountNo,
        String holderName,
        String currency,
        @Nullable Instant verifiedAt,
        @Nullable String email,
        @Nullable String phone,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt) {}
