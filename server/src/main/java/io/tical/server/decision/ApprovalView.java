package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A decision that needs a second person, as JSON.
 *
 * @param approvalId the same as {@code id}
 * @param action the operation that was requested, such as {@code /admin/v1/payouts/{id}/decision}
 * @param request the body that was sent
 * @param amount minor units
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
        String maker,
        @Nullable String note,
        @Nullable String checker,
        @Nullable String checkedNote,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        Instant createdAt,
        Instant updatedAt) {
    static ApprovalView of(Approval approval) {
        var made = approval.made();
        var check = approval.check();
        var failure = check.failure();
        var id = approval.key().id();
        return new ApprovalView(
                id,
                id,
                approval.status(),
                approval.objectType(),
                approval.object().id(),
                approval.object().organizationId(),
                approval.object().livemode(),
                made.action(),
                made.body(),
                made.stake().amount(),
                made.stake().currency(),
                made.maker(),
                made.note(),
                check.checker(),
                check.note(),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.message(),
                approval.createdAt(),
                check.updatedAt());
    }
}
