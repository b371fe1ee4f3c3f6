package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Settlements, which send merchants' balances to their own accounts. */
public final class Settlements {
    private Settlements() {}

    /**
     * A line of a list.
     *
     * @param amount the amount that the balance was debited, with the fee
     * @param netAmount the amount without the fee
     * @param targetCurrencyCode the currency of the destination
     * @param targetAmount the transferred amount: the net amount, converted if the currencies differ
     * @param rate of the conversion
     * @param transferReference of the bank, of the transfer that arrived
     */
    public record Row(
            UUID id,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            String status,
            @Nullable UUID clientOperationId,
            long amount,
            long feeAmount,
            long netAmount,
            String currency,
            String targetCurrencyCode,
            long targetAmount,
            String rate,
            Destination destination,
            @Nullable String reviewReason,
            @Nullable String failureCode,
            @Nullable String failureMessage,
            @Nullable String rail,
            @Nullable String transferReference,
            long createdAt,
            @Nullable Long completedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval,
            int version)
            implements WorkItem {
        public boolean isConverted() {
            return !targetCurrencyCode.equals(currency);
        }
    }

    /**
     * A settlement with everything that a decision needs.
     *
     * @param decisionTerms by decision, such as {@code outcome}: those that say that money moved at a bank
     */
    public record Detail(
            @JsonUnwrapped Row row,
            List<TransferAttempt> attempts,
            List<String> decisions,
            List<TimelineItem> timeline,
            Map<String, DecisionTerms> decisionTerms) {}
}
