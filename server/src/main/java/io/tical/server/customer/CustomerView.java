package io.tical.server.customer;

import io.tical.common.UnixTime;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A customer account as JSON. The account's id has three names, which match the request fields that accept it. */
public record CustomerView(
        UUID id,
        UUID customerId,
        UUID customerAccountId,
        boolean livemode,
        String name,
        String bankCode,
        String accountNo,
        String holderName,
        String currency,
        boolean isVerified,
        @Nullable Long verifiedAt,
        @Nullable String email,
        @Nullable String phone,
        Map<String, String> metadata,
        long createdAt,
        long updatedAt) {
    public static CustomerView of(Customer customer) {
        return new CustomerView(
                customer.id(),
                customer.customerId(),
                customer.id(),
                customer.livemode(),
                customer.name(),
                customer.bankCode(),
                customer.accountNo(),
                customer.holderName(),
                customer.currency(),
                customer.verifiedAt() != null,
                UnixTime.seconds(customer.verifiedAt()),
                customer.email(),
                customer.phone(),
                customer.metadata(),
                customer.createdAt().getEpochSecond(),
                customer.updatedAt().getEpochSecond());
    }
}
