package io.tical.server.decision;

import io.tical.common.Ids;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
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
     * @param maker the username
     */
    public record Requested(
            String action,
            Map<String, String> path,
            String body,
            Stake stake,
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
