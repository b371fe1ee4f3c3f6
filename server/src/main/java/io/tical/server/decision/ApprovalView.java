package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A decision that needs a second person, as JSON.
 *
 * @param approvalId the same as {@code id}
 * @param action the operation that was requested, such as {@code /admin/v1/payouts/{id}/decision}
 * @param request the body that was sent
 * @param amount minor units
 * @param why as in {@link Approval.Grounds}, and so {@code differences}, {@code overrideReason} and {@code bookedAmount}
 * @param expectedAmount minor units of {@code bookedCurrency}; null if nothing was expected
 */
record ApprovalView(
        UUID id,
        UUID approvalId,
        ApprovalStatus status,
        String objectType,
        UUID objectId,
        UUID organizationId,
        boolean livemode,
        String action,
        @JsonRawValue String request,
        long amount,
        String currency,
        List<String> why,
        List<String> differences,
        @Nullable String overrideReason,
        @Nullable Long expectedAmount,
        long bookedAmount,
        String bookedCurrency,
        String maker,
        @Nullable String note,
        @Nullable String checker,
        @Nullable String checkedNote,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        Instant createdAt,
        Instant updatedAt) {
    static ApprovalView of(Approval approval) {
        var requested = approval.requested();
        var grounds = requested.grounds();
        var progress = approval.progress();
        var failure = progress.failure();
        var id = approval.key().id();
        return new ApprovalView(
                id,
                id,
                approval.status(),
                approval.objectType(),
                approval.object().id(),
                approval.object().organizationId(),
                approval.object().livemode(),
                requested.action(),
                requested.body(),
                requested.stake().amount(),
                requested.stake().currency(),
                grounds.why(),
                grounds.differences(),
                grounds.overrideReason(),
                grounds.expected(),
                grounds.booked(),
                grounds.bookedCurrency(),
                requested.maker(),
                requested.note(),
                progress.checker(),
                progress.note(),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.message(),
                approval.createdAt(),
                progress.updatedAt());
    }
}
