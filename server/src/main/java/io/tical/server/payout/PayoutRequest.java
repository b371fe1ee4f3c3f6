package io.tical.server.payout;

import io.tical.server.access.Caller;
import io.tical.server.currency.Amounts;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.MerchantReference;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a payout.
 *
 * @param amount minor units for the destination
 * @param currency only in the guide's vocabulary; otherwise null, and the destination's currency applies
 * @param customerId the payee, who must own the destination; only in the guide's vocabulary
 * @param accountId the destination
 * @param senderType only in the guide's vocabulary: what the merchant says about the sender; returned unchanged
 */
public record PayoutRequest(
        UUID organizationId,
        boolean livemode,
        Dialect dialect,
        String merchantRef,
        long amount,
        @Nullable String currency,
        @Nullable UUID customerId,
        UUID accountId,
        @Nullable String senderType,
        @Nullable String notes,
        String requestId) {
    private static final List<String> V1_FIELDS = List.of("order_ref", "amount", "dest_account_id");
    private static final List<String> GUIDE_FIELDS =
            List.of("merchant_ref_id", "request_amount", "currency_code", "customer_id", "customer_account_id");
    private static final int REFERENCE_LENGTH_MAX = 255;
    private static final int NOTES_LENGTH_MAX = 255;
    private static final int SENDER_TYPE_LENGTH_MAX = 32;

    /** The destination. */
    TransactionKey account() {
        return new TransactionKey(organizationId, livemode, accountId);
    }

    /** The wallet of the organization, which pays. */
    WalletKey wallet(String payingCurrency) {
        return new WalletKey(organizationId, livemode, payingCurrency);
    }

    @Nullable
    TransactionKey customer() {
        return customerId == null ? null : new TransactionKey(organizationId, livemode, customerId);
    }

    MerchantReference reference() {
        return new MerchantReference(organizationId, livemode, merchantRef);
    }

    /** Parses a body in either vocabulary; refuses a mix of both. */
    static PayoutRequest parse(Caller caller, String requestId, JsonBody json) {
        var dialect = Dialect.of(json, V1_FIELDS, GUIDE_FIELDS);
        var guide = dialect == Dialect.GUIDE;
        var request = new PayoutRequest(
                caller.organizationId(),
                caller.livemode(),
                dialect,
                json.text(guide ? "merchant_ref_id" : "order_ref", REFERENCE_LENGTH_MAX),
                json.amount(guide ? "request_amount" : "amount"),
                guide ? json.text("currency_code", 3) : null,
                guide ? json.id("customer_id") : null,
                json.id(guide ? "customer_account_id" : "dest_account_id"),
                guide ? json.textOrNull("sender_type", SENDER_TYPE_LENGTH_MAX) : null,
                json.textOrNull("notes", NOTES_LENGTH_MAX),
                requestId);
        json.check();
        Amounts.requirePositive(request.amount());
        return request;
    }
}
