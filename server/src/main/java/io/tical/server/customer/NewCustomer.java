package io.tical.server.customer;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A bank account to be registered.
 *
 * @param customerId whose further account it is, or null to make a customer of it; what the body says of the customer
 *     then stays as it was
 * @param name the customer's name, or null for the holder's
 * @param bankCode as the merchant wrote it
 * @param accountNo 6 to 20 digits
 * @param holderName the account holder
 * @param currency ISO 4217, or null for the organization's own
 * @param email the customer's, or null
 * @param phone the customer's, or null
 * @param metadata the merchant's own pairs, at most 20
 */
record NewCustomer(
        @Nullable UUID customerId,
        @Nullable String name,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String currency,
        @Nullable String email,
        @Nullable String phone,
        Map<String, String> metadata) {}
