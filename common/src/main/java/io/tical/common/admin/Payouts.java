package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Payouts, which finance reviews and partly transfers by hand. */
public final class Payouts {
    private Payouts() {}

    /**
     * A line of a list.
     *
     * @param chainTransferAmount the delivered amount of all legs
     * @param feeAmount the fee, less its returned part
     * @param netAmount amount and fee, less their returned parts
     * @param transferReferences the bank references of all transfers that arrived
     * @param rail of the last attempt
     * @param expiredAt when the review expires, while the payout waits for it; when it expired, after that; otherwise null
     */
    public record Row(
            UUID id,
            String orderRef,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            String status,
            long amount,
            long chainTransferAmount,
            long feeAmount,
            long netAmount,
            String currency,
            Destination destination,
            String customerName,
            @Nullable String slipQrRef,
            List<String> transferReferences,
            @Nullable String refundReference,
            @Nullable String reviewReason,
            @Nullable String failureCode,
            @Nullable String failureMessage,
            @Nullable String notes,
            @Nullable String rail,
            @Nullable Long expiredAt,
            long createdAt,
            @Nullable Long finalizedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval,
            int version)
            implements WorkItem {}

    /**
     * A payout with everything that a decision needs.
     *
     * @param executionSteps its legs
     * @param decisions the possible decisions, such as {@code approve}
     * @param earlierDeliveries to the same account, newest first
     * @param decisionTerms by decision: those that say that money moved at a bank. For a decision on one leg the key is the decision, a
     *     colon and the number of the leg, such as {@code outcome:1}
     */
    public record Detail(
            @JsonUnwrapped Row row,
            List<Leg> executionSteps,
            List<String> decisions,
            List<TimelineItem> timeline,
            List<EarlierDelivery> earlierDeliveries,
            Map<String, DecisionTerms> decisionTerms) {}

    /**
     * A part of a payout, sent as a transfer of its own.
     *
     * @param step its number, from 1
     * @param transferAmount the delivered amount
     */
    public record Leg(int step, long amount, long transferAmount, String status, List<TransferAttempt> attempts) {
        /** Whether an attempt of it is under way. */
        public boolean isOpen() {
            return attempts.stream().anyMatch(TransferAttempt::isOpen);
        }

        /** Whether nothing more is sent of it. */
        public boolean hasOutcome() {
            return !status.equals("pending") && !status.equals("processing");
        }
    }

    public record EarlierDelivery(
            UUID id,
            String orderRef,
            long delivered,
            String accountNo,
            @Nullable Long finalizedAt) {}
}
