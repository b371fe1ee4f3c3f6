package io.tical.server.decision;

import io.tical.common.Ids;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
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
     * @param path the parameters in the path of the request, and the hash of its secret
     * @param body the JSON of the request
     * @param stake the amount that it moves; null for a change of a control
     * @param grounds why it needs a second person
     * @param control the control that it changes; null for a decision about money
     * @param seenVersion the version of the object that a change of a control was made on; null for an object without versions
     * @param maker the username
     */
    public record Requested(
            String action,
            Map<String, String> path,
            String body,
            @Nullable Stake stake,
            Grounds grounds,
            @Nullable ControlChange control,
            @Nullable Long seenVersion,
            String maker,
            String requestId,
            @Nullable String note) {
        /** How long it waits after its approval. */
        Duration waits() {
            return control == null ? Duration.ZERO : control.waits();
        }

        /** The same with the hash of its secret. */
        Requested with(String secret, String hash) {
            var extended = new HashMap<>(path);
            extended.put(secret, hash);
            return new Requested(action, extended, body, stake, grounds, control, seenVersion, maker, requestId, note);
        }

        /** The same without the hash of the secret, which is another one each time. */
        private Map<String, String> place() {
            var place = new HashMap<>(path);
            place.keySet().removeIf(name -> !action.contains("{" + name + "}"));
            return place;
        }

        /** Whether both are the same request, sent twice. */
        boolean repeats(Requested other) {
            return maker.equals(other.maker)
                    && requestId.equals(other.requestId)
                    && action.equals(other.action)
                    && place().equals(other.place())
                    && body.equals(other.body);
        }
    }

    /**
     * Why a decision needs a second person, and what it books.
     *
     * @param why {@link #ALWAYS}, {@link #THRESHOLD}, {@link #LOST}, {@code control} for a change of a control, and the reasons of {@link io.tical.common.admin.DecisionTerms#secondPersonFor}
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
        /** One person alone never decides so. */
        static final String ALWAYS = "always";

        static final String THRESHOLD = "threshold";

        /** The database had lost what was sent, so that it may be sent twice. */
        static final String LOST = "lost";

        /** Of a change of a control, which books nothing. */
        static final Grounds CONTROL = new Grounds(List.of("control"), List.of(), null, null, 0, "");

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
     * @param effectiveAt when the approved change of a control takes effect, if it waits; null otherwise
     */
    public record Progress(
            ApprovalStatus status,
            @Nullable String checker,
            @Nullable String note,
            @Nullable Failure failure,
            @Nullable Instant dueAt,
            Instant updatedAt,
            @Nullable Instant effectiveAt) {}

    public record Failure(String code, String message) {}

    static Approval of(StaffAction.Request request, Requested requested, Instant now) {
        var object = request.object();
        return new Approval(
                new TransactionKey(object.organizationId(), object.livemode(), Ids.next()),
                object,
                request.objectType(),
                requested,
                new Progress(ApprovalStatus.PENDING, null, null, null, null, now, null));
    }

    public ApprovalStatus status() {
        return progress.status();
    }

    public Instant createdAt() {
        return Ids.madeAt(key.id());
    }

    /**
     * The approved change of a control, which waits.
     *
     * @throws Problem.Conflict {@code APPROVAL_STATUS_TRANSITION_INVALID}
     */
    Approval scheduled(String checker, @Nullable String note, Instant effectiveAt, Instant now) {
        var to = ApprovalStatus.TABLE
                .on(status(), ApprovalStatus.Trigger.SCHEDULE)
                .to();
        var scheduled = new Progress(to, checker, note, null, effectiveAt, now, effectiveAt);
        return new Approval(key, object, objectType, requested, scheduled);
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
        var after = new Progress(to, checker, note, failure, dueAt, now, progress.effectiveAt());
        return new Approval(key, object, objectType, requested, after);
    }
}
