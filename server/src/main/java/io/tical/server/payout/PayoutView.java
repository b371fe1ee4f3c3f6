package io.tical.server.payout;

import io.tical.common.UnixTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payout as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, times Unix seconds. */
public final class PayoutView {
    private PayoutView() {}

    private record Destination(String bankCode, String accountNo, String holderName) {}

    private record Step(
            UUID id,
            int step,
            long amount,
            long transferAmount,
            String status,
            long createdAt,
            @Nullable Long finalizedAt) {}

    public static Map<String, @Nullable Object> of(Payout payout) {
        var terms = payout.terms();
        var progress = payout.progress();
        var sender = progress.sender();
        var settled = progress.settled();
        var steps = payout.steps().stream().map(step -> step(payout, step)).toList();
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
        view.put("fee_amount", terms.fee() - settled.feeReturned());
        view.put("net_amount", terms.gross() - settled.returned());
        view.put("dest_account_id", terms.accountId());
        view.put("customer_id", terms.customerId());
        view.put("customer_account_id", terms.accountId());
        view.put("customer_name", terms.customerName());
        view.put("customer_account_holder_name", terms.holderName());
        view.put("destination", new Destination(terms.bankCode(), terms.accountNo(), terms.holderName()));
        view.put("sender_type", terms.senderType());
        view.put("sender_platform", sender.platform());
        view.put("sender_identifier", sender.identifier());
        view.put("sender_holder_name", sender.holderName());
        view.put("slip_qr_ref", sender.slipQrRef());
        view.put("slip_qr_string", sender.slipQrString());
        view.put("execution_steps", steps);
        view.put("review_reason", progress.reviewReason());
        view.put("failure_code", progress.failureCode());
        view.put("failure_message", progress.failureMessage());
        view.put("notes", terms.notes());
        view.put("expired_at", UnixTime.seconds(progress.expiredAt()));
        view.put("created_at", payout.createdAt().getEpochSecond());
        view.put("updated_at", progress.updatedAt().getEpochSecond());
        view.put("finalized_at", UnixTime.seconds(progress.finalizedAt()));
        return view;
    }

    private static Step step(Payout payout, Payout.Step step) {
        return new Step(
                step.id(),
                step.number(),
                step.amount(),
                step.transferAmount(),
                step.status().word(),
                payout.createdAt().getEpochSecond(),
                UnixTime.seconds(step.finalizedAt()));
    }
}
