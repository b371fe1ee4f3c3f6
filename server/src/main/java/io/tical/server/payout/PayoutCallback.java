package io.tical.server.payout;

import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a callback says of a payout, in both vocabularies (spec, Callback body: payout). Unlike the view's, its
 * {@code transfer_amount} covers all legs.
 */
record PayoutCallback(
        UUID id,
        String transactionType,
        boolean livemode,
        String status,
        String merchantRefId,
        String orderRef,
        String currencyCode,
        String currency,
        long requestAmount,
        long amount,
        long transferAmount,
        long feeAmount,
        long netAmount,
        @Nullable String senderType,
        @Nullable String senderPlatform,
        @Nullable String senderIdentifier,
        @Nullable String senderHolderName,
        @Nullable String slipQrRef,
        @Nullable String slipQrString,
        List<PayoutView.Step> executionSteps,
        UUID customerId,
        UUID customerAccountId,
        String customerName,
        String customerAccountHolderName,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        @Nullable String notes,
        long createdAt,
        long updatedAt,
        @Nullable Long finalizedAt,
        @Nullable Long expiredAt) {
    private static final String TRANSACTION_TYPE = "payout";

    /** What merchants are told of a payout's new state; nothing for most states. */
    static Optional<Decision.Announcement> announcement(Payout payout) {
        return type(payout.status()).map(type -> new Decision.Announcement(type, of(PayoutView.of(payout))));
    }

    // spec, Callback statuses: rejected and expired are seen by GET alone.
    static Optional<EventType> type(PayoutStatus status) {
        return switch (status) {
            case SUCCESS -> Optional.of(EventType.PAYOUT_SUCCEEDED);
            case PARTIAL_SUCCESS -> Optional.of(EventType.PAYOUT_PARTIALLY_SUCCEEDED);
            case FAILED -> Optional.of(EventType.PAYOUT_FAILED);
            case REFUNDED -> Optional.of(EventType.PAYOUT_REFUNDED);
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED, EXPIRED, CANCELLED -> Optional.empty();
        };
    }

    private static PayoutCallback of(PayoutView view) {
        return new PayoutCallback(
                view.id(),
                TRANSACTION_TYPE,
                view.livemode(),
                view.status(),
                view.merchantRefId(),
                view.orderRef(),
                view.currencyCode(),
                view.currency(),
                view.requestAmount(),
                view.amount(),
                view.chainTransferAmount(),
                view.feeAmount(),
                view.netAmount(),
                view.senderType(),
                view.senderPlatform(),
                view.senderIdentifier(),
                view.senderHolderName(),
                view.slipQrRef(),
                view.slipQrString(),
                view.executionSteps(),
                view.customerId(),
                view.customerAccountId(),
                view.customerName(),
                view.customerAccountHolderName(),
                view.failureCode(),
                view.failureMessage(),
                view.notes(),
                view.createdAt(),
                view.updatedAt(),
                view.finalizedAt(),
                view.expiredAt());
    }
}
