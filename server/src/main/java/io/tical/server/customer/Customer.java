package io.tical.server.customer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer's bank account with the customer's details, as in JSON. The JSON contains the account's id also under the names of the request
 * fields that accept it.
 *
 * @param id the account's id, referenced by {@code dest_account_id}
 * @param customerId the customer; one customer may have several accounts
 * @param bankCode the bank's abbreviation; bank and account number are unique per merchant and environment
 * @param accountNo 6 to 20 digits
 * @param currency ISO 4217
 * @param verifiedAt when the account was verified, or null; test accounts are verified on creation
 * @param metadata the merchant's own pairs, at most 20
 * @param updatedAt when the account last changed
 */
@JsonPropertyOrder({
    "id",
    "customerId",
    "customer_account_id",
    "livemode",
    "name",
    "bankCode",
    "accountNo",
    "holderName",
    "currency",
    "is_verified"
})
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
        Instant updatedAt) {
    @JsonProperty("customer_account_id")
    UUID accountId() {
        return id;
    }

    @JsonProperty("is_verified")
    boolean verified() {
        return verifiedAt != null;
    }
}
