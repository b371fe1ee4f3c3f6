package io.tical.server.payin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.util.List;
import java.util.Optional;

/** The body of a callback about a payin: fields of {@link PayinView} (spec, Callback body: payin). */
final class PayinCallback {
    private static final List<String> FIELDS = List.of("""
            id transaction_type livemode status merchant_ref_id order_ref currency_code currency request_amount amount
            paid_amount transfer_amount fee_amount net_amount channel receiving_type receiving_platform
            receiving_identifier receiving_holder_name payment_theme pay_theme customer_id customer_account_id
            customer_name customer_account_holder_name failure_code created_at expired_at updated_at finalized_at notes
            """.split("\\s+"));

    private PayinCallback() {}

    /** The event for a payin's new status; empty for a status without a callback. */
    static Optional<Decision.Announcement> announcement(Payin payin) {
        return type(payin.status()).map(type -> new Decision.Announcement(type, body(payin)));
    }

    // spec, Callback statuses: pending, processing and cancelled send none.
    static Optional<EventType> type(PayinStatus status) {
        return switch (status) {
            case SUCCESS -> Optional.of(EventType.PAYIN_SUCCEEDED);
            case FAILED -> Optional.of(EventType.PAYIN_FAILED);
            case EXPIRED -> Optional.of(EventType.PAYIN_EXPIRED);
            case REJECTED -> Optional.of(EventType.PAYIN_REJECTED);
            case REFUNDED -> Optional.of(EventType.PAYIN_REFUNDED);
            case PENDING, PROCESSING, CANCELLED -> Optional.empty();
        };
    }

    private static ObjectNode body(Payin payin) {
        return Json.select(Json.object(PayinView.withoutPage(payin)).put("transaction_type", "payin"), FIELDS);
    }
}
