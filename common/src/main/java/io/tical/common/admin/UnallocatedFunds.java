package io.tical.common.admin;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Payments that no payin accepted, and claims for money that was paid out twice. */
public final class UnallocatedFunds {
    private UnallocatedFunds() {}

    /**
     * One item.
     *
     * @param payinId the payin that the payment was sent for
     * @param payoutId the payout that a claim is about
     * @param settlementId the settlement that a claim is about
     * @param matchedPayinId the payin that the payment paid
     * @param payerAccount the account to which the payment goes back, as far as it is known; null in lists
     * @param decisionTerms by decision, such as {@code return}: those that book the money. What is expected of {@code match} depends on the
     *     payin, and is in the terms of the {@link Candidate}
     */
    public record Row(
            UUID id,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            String status,
            String source,
            String reason,
            String reference,
            long amount,
            String currency,
            @Nullable UUID payinId,
            @Nullable UUID payoutId,
            @Nullable UUID settlementId,
            @Nullable UUID matchedPayinId,
            @Nullable String returnedReference,
            @Nullable String decidedBy,
            @Nullable String note,
            long createdAt,
            long updatedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval,
            int version,
            Slips.@Nullable Party payerAccount,
            Map<String, DecisionTerms> decisionTerms)
            implements WorkItem {
        /** Whether it is a claim for money that was paid out twice; otherwise it is a received payment. */
        public boolean isClaim() {
            return payoutId != null || settlementId != null;
        }
    }

    /** An item with the payins that it may pay. */
    public record Detail(Row row, List<Candidate> candidates) {}

    /**
     * A payin that the funds may pay.
     *
     * @param decisionTerms of {@code match} with it
     */
    public record Candidate(
            UUID id,
            String status,
            String orderRef,
            long amount,
            long transferAmount,
            String currency,
            @Nullable String customerName,
            long createdAt,
            Map<String, DecisionTerms> decisionTerms) {}
}
