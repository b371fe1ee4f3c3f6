package io.tical.server.payout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.util.List;
import java.util.Optional;

/** The body of a callback about a payout: fields of {@link PayoutView} (spec, Callback body: payout). */
final class PayoutCallback {
    private static final List<String> FIELDS = List.of("""
            id transaction_type livemode status merchant_ref_id order_ref currency_code currency request_amount amount
            transfer_amount fee_amount net_amount sender_type sender_platform sender_identifier sender_holder_name
            slip_qr_ref slip_qr_string execution_steps customer_id customer_account_id customer_name
            customer_account_holder_name failure_code failure_message notes created_at updated_at finalized_at
            expired_at
            """.split("\\s+"));

    private PayoutCallback() {}

    /** The event for a payout's new status; empty for a status without a callback. */
    static Optional<Decision.Announcement> announcement(Payout payout) {
        return type(payout.status()).map(type -> new Decision.Announcement(type, body(payout)));
    }

    // spec, Callback statuses: a merchant reads rejected and expired with GET.
    static Optional<EventType> type(PayoutStatus status) {
        return switch (status) {
            case SUCCESS -> Optional.of(EventType.PAYOUT_SUCCEEDED);
            case PARTIAL_SUCCESS -> Optional.of(EventType.PAYOUT_PARTIALLY_SUCCEEDED);
            case FAILED -> Optional.of(EventType.PAYOUT_FAILED);
            case REFUNDED -> Optional.of(EventType.PAYOUT_REFUNDED);
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED, EXPIRED, CANCELLED -> Optional.empty();
        };
    }

    private static ObjectNode body(Payout payout) {
        var fields = Json.object(PayoutView.of(payout)).put("transaction_type", "payout");
        // The transfer_amount of a callback covers all legs; that of the view covers the first one.
        fields.set("transfer_amount", fields.required("chain_transfer_amount"));
        return Json.select(fields, FIELDS);
    }
}
