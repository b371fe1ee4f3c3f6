package io.tical.server.payout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payout as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, times Unix seconds. */
final class PayoutView {
    /** The fields of a callback. */
    private static final List<String> CALLBACK = List.of("""
            id transaction_type livemode status merchant_ref_id order_ref currency_code currency request_amount amount
            transfer_amount fee_amount net_amount sender_type sender_platform sender_identifier sender_holder_name
            slip_qr_ref slip_qr_string execution_steps customer_id customer_account_id customer_name
            customer_account_holder_name failure_code failure_message notes created_at updated_at finalized_at
            expired_at
            """.split("\\s+"));

    private PayoutView() {}

    private record Destination(String bankCode, String accountNo, String holderName) {}

    private record Step(
            UUID id,
            int step,
            long amount,
            long transferAmount,
            String status,
            Instant createdAt,
            @Nullable Instant finalizedAt) {}

    public static Map<String, @Nullable Object> of(Payout payout) {
        var terms = payout.terms();
        var progress = payout.progress();
        var last = progress.lastTransfer();
        var totals = progress.totals();
        var steps = payout.legs().stream().map(step -> step(payout, step)).toList();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", payout.id());
        view.put("livemode", terms.livemode());
        view.put("status", payout.status().word());
        view.put("order_ref", terms.merchantRef());
        view.put("merchant_ref_id", terms.merchantRef());
        view.put("currency", terms.currency());
        view.put("currency_code", terms.currency());
        view.put("amount", terms.amount());
        view.put("request_amount", terms.amount());
        view.put("transfer_amount", steps.getFirst().transferAmount());
        view.put(
                "chain_transfer_amount",
                steps.stream().mapToLong(Step::transferAmount).sum());
        view.put("fee_amount", terms.fee() - totals.feeReturned());
        view.put("net_amount", terms.gross() - totals.returned());
        view.put("dest_account_id", terms.accountId());
        view.put("customer_id", terms.customerId());
        view.put("customer_account_id", terms.accountId());
        view.put("customer_name", terms.customerName());
        view.put("customer_account_holder_name", terms.holderName());
        view.put("destination", new Destination(terms.bankCode(), terms.accountNo(), terms.holderName()));
        view.put("sender_type", terms.senderType());
        view.put("sender_platform", last.platform());
        view.put("sender_identifier", last.identifier());
        view.put("sender_holder_name", last.holderName());
        view.put("slip_qr_ref", last.slipQrRef());
        view.put("slip_qr_string", last.slipQrString());
        view.put("execution_steps", steps);
        view.put("review_reason", progress.reviewReason());
        view.put("failure_code", progress.failureCode());
        view.put("failure_message", progress.failureMessage());
        view.put("notes", terms.notes());
        view.put("expired_at", progress.reviewExpiresAt());
        view.put("created_at", payout.createdAt());
        view.put("updated_at", progress.updatedAt());
        view.put("finalized_at", progress.finalizedAt());
        return view;
    }

    private static Step step(Payout payout, Payout.Leg step) {
        return new Step(
                step.id(),
                step.number(),
                step.amount(),
                step.delivered(),
                step.status().word(),
                payout.createdAt(),
                step.finalizedAt());
    }

    /** The event for a payout's new status; none for a status without a callback. */
    static List<Decision.Announcement> announcements(Payout payout) {
        return event(payout.status()).stream()
                .map(type -> new Decision.Announcement(type, callback(payout)))
                .toList();
    }

    // Rejected and expired payouts have no callback; a merchant reads them with GET.
    static Optional<EventType> event(PayoutStatus status) {
        return switch (status) {
            case SUCCESS -> Optional.of(EventType.PAYOUT_SUCCEEDED);
            case PARTIAL_SUCCESS -> Optional.of(EventType.PAYOUT_PARTIALLY_SUCCEEDED);
            case FAILED -> Optional.of(EventType.PAYOUT_FAILED);
            case REFUNDED -> Optional.of(EventType.PAYOUT_REFUNDED);
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED, EXPIRED, CANCELLED -> Optional.empty();
        };
    }

    private static ObjectNode callback(Payout payout) {
        var fields = Json.object(of(payout)).put("transaction_type", "payout");
        // The transfer_amount of a callback covers all legs; that of the view covers the first one.
        fields.set("transfer_amount", fields.required("chain_transfer_amount"));
        return Json.select(fields, CALLBACK);
    }
}
