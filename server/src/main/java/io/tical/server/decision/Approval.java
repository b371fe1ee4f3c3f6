package io.tical.server.decision;

import io.tical.common.Ids;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision that an operator has made and another operator must approve before it moves money.
 *
 * @param key of the approval itself
 * @param object the object of the decision
 * @param requested the submitted decision
 * @param progress the second person's decision and its result
 */
public record Approval(
        TransactionKey key, TransactionKey object, String objectType, Requested requested, Progress progress) {
    /**
     * The submitted decision, to be read again when it is approved.
     *
     * @param action the {@link StaffAction#path} of its kind
     * @param path the parameters in the path of the request
     * @param body the JSON of the request
     * @param grounds why it needs a second person
     * @param maker the username
     */
    public record Requested(
            String action,
            Map<String, String> path,
            String body,
            Stake stake,
            Grounds grounds,
            String maker,
            String requestId,
            @Nullable String note) {
        /** Whether both are the same request, sent twice. */
        boolean repeats(Requested other) {
            return maker.equals(other.maker)
                    && requestId.equals(other.requestId)
                    && action.equals(other.action)
                    && path.equals(other.path)
                    && body.equals(other.body);
        }
    }

    /**
     * Why a decision needs a second person, and what it books.
     *
     * @param why {@link #THRESHOLD}, and the reasons of {@link io.tical.common.admin.DecisionTerms#secondPersonFor}
     * @param differences all failed checks that it overrides
     * @param overrideReason a {@link OverrideReason}, or null
     * @param expected what should have been transferred, in minor units of the booked currency; null if nothing was expected
     * @param booked minor units
     */
    public record Grounds(
            List<String> why,
            List<String> differences,
            @Nullable String overrideReason,
            @Nullable Long expected,
            long booked,
            String bookedCurrency) {
        static final String THRESHOLD = "threshold";

        /** Whether a person who approved these grounds has approved the others too. The threshold is not a fact about the decision. */
        boolean cover(Grounds others) {
            return booked == others.booked
                    && bookedCurrency.equals(others.bookedCurrency)
                    && others.why.stream().allMatch(one -> one.equals(THRESHOLD) || why.contains(one));
        }
    }

    /**
     * @param checker the username of the operator who approved or refused it; null while it is pending, and if the maker withdrew it
     * @param failure why the approved decision could not be executed; null unless it failed
     * @param dueAt when background work executes it; null unless it is approved
     */
    public record Progress(
            ApprovalStatus status,
            @Nullable String checker,
            @Nullable String note,
            @Nullable Failure failure,
            @Nullable Instant dueAt,
            Instant updatedAt) {}

    public record Failure(String code, String message) {}

    static Approval of(StaffAction.Request request, Requested requested, Instant now) {
        var object = request.object();
        return new Approval(
                new TransactionKey(object.organizationId(), object.livemode(), Ids.next()),
                object,
                request.objectType(),
                requested,
                new Progress(ApprovalStatus.PENDING, null, null, null, null, now));
    }

    public ApprovalStatus status() {
        return progress.status();
    }

    public Instant createdAt() {
        return Ids.madeAt(key.id());
    }

    /** @throws Problem.Conflict {@code APPROVAL_STATUS_TRANSITION_INVALID} */
    Approval on(
            ApprovalStatus.Trigger trigger,
            @Nullable String checker,
            @Nullable String note,
            @Nullable Failure failure,
            @Nullable Instant dueAt,
            Instant now) {
        var to = ApprovalStatus.TABLE.on(status(), trigger).to();
        return new Approval(key, object, objectType, requested, new Progress(to, checker, note, failure, dueAt, now));
    }
}
