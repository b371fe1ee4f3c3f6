package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Payins of all organizations. */
public final class Payins {
    private Payins() {}

    /**
     * A line of a list.
     *
     * @param amount the requested amount
     * @param transferAmount the amount that the payer must transfer
     * @param netAmount the amount that the merchant was credited
     * @param expiredAt when it expires, or expired
     */
    public record Row(
            UUID id,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            String status,
            String orderRef,
            String currency,
            long amount,
            long transferAmount,
            long paidAmount,
            long feeAmount,
            long netAmount,
            String channel,
            @Nullable String receivingPlatform,
            @Nullable String receivingIdentifier,
            @Nullable String receivingHolderName,
            @Nullable String customerName,
            @Nullable String paidReference,
            @Nullable String refundReference,
            @Nullable String failureCode,
            @Nullable String notes,
            long expiredAt,
            long createdAt,
            @Nullable Long finalizedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval,
            int version)
            implements WorkItem {}

    /**
     * A payin with everything that belongs to it.
     *
     * @param payerAccount the account to which a refund goes, as far as it is known
     * @param decisionTerms by decision, such as {@code confirm}: those that say that money moved at a bank, and
     *     {@code refund}, whose expected amount goes back to the payer
     */
    public record Detail(
            @JsonUnwrapped Row row,
            @Nullable Match match,
            @Nullable Deposit deposit,
            List<String> decisions,
            List<UUID> slipIds,
            List<Consent> consents,
            List<Funds> unallocatedFunds,
            List<TimelineItem> timeline,
            Slips.@Nullable Party payerAccount,
            Map<String, DecisionTerms> decisionTerms) {}

    /** What a payer accepted before the account of another person was shown, and the address that the consent came from. */
    public record Consent(
            long acceptedAt,
            String textVersion,
            String address,
            @Nullable String requestId) {}

    /**
     * The deposit of a crypto payin.
     *
     * @param difference the balance without what its transfers explain, in the token's smallest units; null if there is none
     */
    public record Deposit(
            String network,
            String address,
            @Nullable Long checkedThrough,
            @Nullable String difference,
            @Nullable Long differsSince) {}

    /** The payout that the payer pays directly. */
    public record Match(
            UUID payoutId,
            String status,
            long amount,
            String currency,
            @Nullable Long releaseAt,
            long createdAt) {
        public boolean isOpen() {
            return status.equals("open");
        }
    }

    /** A payment that it did not accept. */
    public record Funds(UUID id, String status, String reason, String reference, long amount, String currency) {}
}
