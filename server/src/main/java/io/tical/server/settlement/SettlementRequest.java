package io.tical.server.settlement;

import io.tical.server.access.Caller;
import io.tical.server.currency.Amounts;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.MerchantReference;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a settlement to an account of a customer.
 *
 * @param clientOperationId the merchant's own UUID, or null
 * @param amount minor units to take from the balance
 * @param accountId the destination, whose currency the amount is in
 */
public record SettlementRequest(
        UUID organizationId,
        boolean livemode,
        @Nullable String clientOperationId,
        long amount,
        UUID accountId,
        String requestId) {
    TransactionKey account() {
        return new TransactionKey(organizationId, livemode, accountId);
    }

    @Nullable
    MerchantReference operation() {
        return clientOperationId == null ? null : new MerchantReference(organizationId, livemode, clientOperationId);
    }

    static SettlementRequest parse(Caller caller, String requestId, JsonBody json) {
        var request = new SettlementRequest(
                caller.organizationId(),
                caller.livemode(),
                json.has("client_operation_id") ? json.id("client_operation_id").toString() : null,
                json.amount("amount"),
                json.id("dest_account_id"),
                requestId);
        json.check();
        Amounts.requirePositive(request.amount());
        return request;
    }
}
