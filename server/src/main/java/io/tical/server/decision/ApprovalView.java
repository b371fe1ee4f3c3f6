package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JsonNode;
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
 * @param organizationId null for an object of the service
 * @param organizationName null for an object of the service, for an organization that a restored database does not have, and if it is not
 *     shown
 * @param amount minor units; null for a change of a control
 * @param subject what a change of a control concerns, in words; null for a decision about money
 * @param before the values that a change of a control changes
 * @param after their new values
 * @param waitSeconds how long a change of a control waits after its approval
 * @param effectiveAt when an approved change that waits takes effect
 * @param why as in {@link Approval.Grounds}, and so {@code differences}, {@code overrideReason} and {@code bookedAmount}
 * @param permission which an operator needs to approve or refuse it; null if it is not shown
 * @param expectedAmount minor units of {@code bookedCurrency}; null if nothing was expected
 */
record ApprovalView(
        UUID id,
        UUID approvalId,
        ApprovalStatus status,
        String objectType,
        UUID objectId,
        @Nullable UUID organizationId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String organizationName,
        boolean livemode,
        String action,
        @JsonRawValue String request,
        @Nullable Long amount,
        @Nullable String currency,
        List<String> why,
        List<String> differences,
        @Nullable String overrideReason,
        @Nullable Long expectedAmount,
        @Nullable Long bookedAmount,
        @Nullable String bookedCurrency,
        @Nullable String subject,
        @Nullable JsonNode before,
        @Nullable JsonNode after,
        @Nullable Long waitSeconds,
        @Nullable Instant effectiveAt,
        String maker,
        @Nullable String note,
        @Nullable String checker,
        @Nullable String checkedNote,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        Instant createdAt,
        Instant updatedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String permission) {
    /** An approval that is shown with its object, without the permission and the name of its organization. */
    static ApprovalView of(Approval approval) {
        return of(approval, null, null);
    }

    static ApprovalView of(Approval approval, @Nullable String organizationName, @Nullable String permission) {
        var requested = approval.requested();
        var grounds = requested.grounds();
        var progress = approval.progress();
        var failure = progress.failure();
        var stake = requested.stake();
        var control = requested.control();
        var id = approval.key().id();
        return new ApprovalView(
                id,
                id,
                approval.status(),
                approval.objectType(),
                approval.object().id(),
                approval.object().owner(),
                organizationName,
                approval.object().livemode(),
                requested.action(),
                requested.body(),
                stake == null ? null : stake.amount(),
                stake == null ? null : stake.currency(),
                grounds.why(),
                grounds.differences(),
                grounds.overrideReason(),
                grounds.expected(),
                stake == null ? null : grounds.booked(),
                stake == null ? null : grounds.bookedCurrency(),
                control == null ? null : control.subject(),
                control == null ? null : control.before(),
                control == null ? null : control.after(),
                control == null ? null : control.waits().toSeconds(),
                progress.effectiveAt(),
                requested.maker(),
                requested.note(),
                progress.checker(),
                progress.note(),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.message(),
                approval.createdAt(),
                progress.updatedAt(),
                permission);
    }
}
