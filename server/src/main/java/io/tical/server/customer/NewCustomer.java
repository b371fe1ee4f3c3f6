package io.tical.server.customer;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to register a bank account.
 *
 * @param customerId the existing customer, whose details do not change; null creates a customer
 * @param name the customer's name; null uses the holder's name
 * @param accountNo 6 to 20 digits
 * @param currency ISO 4217; null uses the organization's default
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
