package io.tical.server.suspense;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Unallocated funds as JSON; times are Unix seconds, amounts minor units.
 *
 * @param payinId the payin that the payment was sent for; null for a claim
 * @param payoutId the payout that delivered twice, or null
 * @param settlementId the settlement that delivered twice, or null
 * @param matchedPayinId the payin that the funds paid; null unless they are matched
 * @param returnedReference of the transfer that returned the funds; null unless they are returned
 * @param decidedBy the operator who decided; null while they are open
 */
record SuspenseView(
        UUID id,
        UUID organizationId,
        boolean livemode,
        SuspenseStatus status,
        Unmatched.Source source,
        Unmatched.Reason reason,
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
        long version,
        Instant createdAt,
        Instant updatedAt) {
    static SuspenseView of(SuspenseItem item) {
        var payment = item.payment();
        var decision = item.decision();
        return new SuspenseView(
                item.key().id(),
                item.key().organizationId(),
                item.key().livemode(),
                item.status(),
                payment.source(),
                payment.reason(),
                payment.reference(),
                payment.amount(),
                payment.currency(),
                payment.claim() ? null : payment.transaction().id(),
                payment.of(Unmatched.Source.PAYOUT),
                payment.of(Unmatched.Source.SETTLEMENT),
                decision == null ? null : decision.matchedPayinId(),
                decision == null ? null : decision.returnedReference(),
                decision == null ? null : decision.by(),
                decision == null ? null : decision.note(),
                item.version(),
                item.createdAt(),
                item.updatedAt());
    }
}
