package io.tical.server.payin;

import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The body of a callback about a payin, in both vocabularies (spec, Callback body: payin). */
record PayinCallback(
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
        long paidAmount,
        long transferAmount,
        long feeAmount,
        long netAmount,
        String channel,
        String receivingType,
        @Nullable String receivingPlatform,
        @Nullable String receivingIdentifier,
        @Nullable String receivingHolderName,
        String paymentTheme,
        String payTheme,
        @Nullable UUID customerId,
        @Nullable UUID customerAccountId,
        @Nullable String customerName,
        @Nullable String customerAccountHolderName,
        @Nullable String failureCode,
        long createdAt,
        long expiredAt,
        long updatedAt,
        @Nullable Long finalizedAt,
        @Nullable String notes) {
    private static final String TRANSACTION_TYPE = "payin";

    /** What merchants are told of a payin's new state; nothing for some states. */
    static Optional<Decision.Announcement> announcement(Payin payin) {
        return type(payin.status()).map(type -> new Decision.Announcement(type, of(payin)));
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

    private static PayinCallback of(Payin payin) {
        var terms = payin.terms();
        var progress = payin.progress();
        var receiving = payin.shown();
        return new PayinCallback(
                payin.id(),
                TRANSACTION_TYPE,
                terms.livemode(),
                payin.status().word(),
                terms.merchantRef(),
                terms.merchantRef(),
                terms.currency(),
                terms.currency(),
                terms.amount(),
                terms.amount(),
                progress.settled().paid(),
                terms.transferAmount(),
                payin.fee(),
                payin.net(),
                terms.channel().word(),
                receiving.type().name(),
                receiving.platform(),
                receiving.identifier(),
                receiving.holderName(),
                terms.theme().word(),
                terms.theme().word(),
                PayinView.ofPayer(payin, Payin.Payer::customerId),
                PayinView.ofPayer(payin, Payin.Payer::accountId),
                PayinView.ofPayer(payin, Payin.Payer::customerName),
                PayinView.ofPayer(payin, Payin.Payer::holderName),
                progress.failureCode(),
                payin.createdAt().getEpochSecond(),
                progress.expiresAt().getEpochSecond(),
                progress.updatedAt().getEpochSecond(),
                PayinView.seconds(progress.finalizedAt()),
                terms.notes());
    }
}
