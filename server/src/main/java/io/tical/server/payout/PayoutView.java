package io.tical.server.payout;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payout as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, times Unix seconds. */
public record PayoutView(
        UUID id,
        boolean livemode,
        String status,
        String orderRef,
        String merchantRefId,
        String currency,
        String currencyCode,
        long amount,
        long requestAmount,
        long transferAmount,
        long chainTransferAmount,
        long feeAmount,
        long netAmount,
        UUID destAccountId,
        UUID customerId,
        UUID customerAccountId,
        String customerName,
        String customerAccountHolderName,
        Destination destination,
        @Nullable String senderType,
        @Nullable String senderPlatform,
        @Nullable String senderIdentifier,
        @Nullable String senderHolderName,
        @Nullable String slipQrRef,
        @Nullable String slipQrString,
        List<Step> executionSteps,
        @Nullable String reviewReason,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        @Nullable String notes,
        @Nullable Long expiredAt,
        long createdAt,
        long updatedAt,
        @Nullable Long finalizedAt) {
    /** The receiving account. */
    public record Destination(String bankCode, String accountNo, String holderName) {}

    /** One leg. */
    public record Step(
            UUID id,
            int step,
            long amount,
            long transferAmount,
            String status,
            long createdAt,
            @Nullable Long finalizedAt) {}

    public static PayoutView of(Payout payout) {
        var terms = payout.terms();
        var progress = payout.progress();
        var settled = progress.settled();
        var steps = payout.steps().stream().map(step -> step(payout, step)).toList();
        return new PayoutView(
                payout.id(),
                terms.livemode(),
                payout.status().word(),
                terms.merchantRef(),
                terms.merchantRef(),
                terms.currency(),
                terms.currency(),
                terms.amount(),
                terms.amount(),
                steps.getFirst().transferAmount(),
                steps.stream().mapToLong(Step::transferAmount).sum(),
                terms.fee() - settled.feeReturned(),
                terms.gross() - settled.returned(),
                terms.accountId(),
                terms.customerId(),
                terms.accountId(),
                terms.customerName(),
                terms.holderName(),
                new Destination(terms.bankCode(), terms.accountNo(), terms.holderName()),
                terms.senderType(),
                progress.sender().platform(),
                progress.sender().identifier(),
                progress.sender().holderName(),
                progress.sender().slipQrRef(),
                progress.sender().slipQrString(),
                steps,
                progress.reviewReason(),
                progress.failureCode(),
                progress.failureMessage(),
                terms.notes(),
                seconds(progress.expiredAt()),
                payout.createdAt().getEpochSecond(),
                progress.updatedAt().getEpochSecond(),
                seconds(progress.finalizedAt()));
    }

    private static Step step(Payout payout, Payout.Step step) {
        return new Step(
                step.id(),
                step.number(),
                step.amount(),
                step.transferAmount(),
                step.status().word(),
                payout.createdAt().getEpochSecond(),
                seconds(step.finalizedAt()));
    }

    private static @Nullable Long seconds(@Nullable Instant instant) {
        return instant == null ? null : instant.getEpochSecond();
    }
}
