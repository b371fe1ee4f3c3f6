package io.tical.common.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decisions that one operator has made and another one must approve. */
public final class Approvals {
    private Approvals() {}

    /**
     * One decision.
     *
     * @param organizationName empty for an object of the service, and in an object on which it waits
     * @param action the operation that was requested, such as {@code /admin/v1/payouts/{id}/decision}
     * @param request the body that was sent
     * @param why the reasons for a second person: {@code threshold}, {@code amount}, or a failed check such as {@code receiver}
     * @param differences the failed checks that it overrides
     * @param overrideReason why it does, or why the amount differs from the expected one
     * @param expectedAmount the amount that should have been transferred, in minor units of {@code bookedCurrency}
     * @param bookedAmount the amount that it books; null for the change of a control, as are the amount and the currencies
     * @param subject what the change of a control concerns, in words; null for a decision about money
     * @param before the values that the change of a control changes
     * @param after their new values
     * @param waitSeconds how long the change of a control waits after its approval
     * @param effectiveAt when an approved change that waits takes effect
     * @param maker the username of who made it
     * @param checker the username of who approved or refused it
     * @param permission which an operator needs to approve or refuse it; null in an object on which it waits
     */
    public record Row(
            UUID id,
            String status,
            String objectType,
            UUID objectId,
            @Nullable UUID organizationId,
            String organizationName,
            boolean livemode,
            String action,
            JsonNode request,
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
            @Nullable Long effectiveAt,
            String maker,
            @Nullable String note,
            @Nullable String checker,
            @Nullable String checkedNote,
            @Nullable String failureCode,
            @Nullable String failureMessage,
            long createdAt,
            long updatedAt,
            @Nullable String permission)
            implements WorkItem {
        /** Whether it changes a control, and moves no money. */
        public boolean isChange() {
            return subject != null;
        }

        /** Whether it can still be refused or withdrawn. */
        public boolean isOpen() {
            return status.equals("pending") || status.equals("scheduled");
        }

        /** Whether this operator made the decision, and so cannot approve it. */
        public boolean isOf(String username) {
            return maker.equals(username);
        }

        /** Approvals of the service's own objects, and those in an object on which they wait, name no organization. */
        public Row {
            organizationName = Objects.requireNonNullElse(organizationName, "");
        }

        /** An approval has no version: its status decides what is possible. */
        @Override
        public int version() {
            return 1;
        }

        @Override
        public @Nullable String claimedBy() {
            return null;
        }

        @Override
        public @Nullable Long claimedUntil() {
            return null;
        }
    }

    /**
     * The common fields of objects of several types.
     *
     * @param destination of money that goes out
     * @param reference of money that came in
     */
    public record Subject(
            String organizationName,
            String status,
            @Nullable String orderRef,
            @Nullable String customerName,
            @Nullable Destination destination,
            @Nullable String reference) {
        /** An object of the service names no organization. */
        public Subject {
            organizationName = Objects.requireNonNullElse(organizationName, "");
        }
    }
}
