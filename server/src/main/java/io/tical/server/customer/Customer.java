package io.tical.server.customer;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer's bank account, with the customer's details.
 *
 * @param id the account's id, referenced by {@code dest_account_id}
 * @param customerId the customer; one customer may have several accounts
 * @param livemode the environment
 * @param name the customer's name
 * @param bankCode the bank's abbreviation; bank and account number are unique per merchant and environment
 * @param accountNo 6 to 20 digits
 * @param holderName the account holder
 * @param currency ISO 4217
 * @param verifiedAt when the account was verified, or null; test accounts are verified on creation
 * @param email the customer's e-mail address, or null
 * @param phone the customer's telephone number, or null
 * @param metadata the merchant's own pairs, at most 20
 * @param createdAt when the account was created
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
