package io.tical.server.decision;

import io.tical.server.decision.Approval.Grounds;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StaffDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A submitted decision as it was read, with the fields that decisions of every kind have. An approved one is read again.
 *
 * @param version that the operator saw, or null
 * @param overrideReason why it overrides failed checks, or books another amount than the expected one; or null
 */
record ReadDecision(
        Request request,
        @Nullable Long version,
        @Nullable String note,
        @Nullable String overrideReason) {
    /** @throws Problem.Invalid if a field is invalid or missing */
    static ReadDecision of(StaffAction action, Map<String, String> path, JsonBody body) {
        var version = action.versioned() || body.has("version") ? (Long) body.amount("version") : null;
        var note = body.textOrNull("note", StaffDecision.NOTE_MAX);
        var request = action.reader().read(path, body);
        var transferred = request.transferred();
        String reason = null;
        if (transferred != null) {
            reason = transferred.overrideReason(body);
            transferred.requireFields(body);
        }
        body.check();
        return new ReadDecision(
                reason == null ? request : request.because("override reason " + reason), version, note, reason);
    }

    /** @throws Problem.Invalid without a reason or a note that its terms require */
    void requireReason() {
        var transferred = request.transferred();
        if (transferred != null) {
            transferred.requireReason(overrideReason, note);
        }
    }

    /**
     * Why it needs a second person, and what it books. Test money needs none, so that one person can practise; but what one person alone never
     * decides is practised by two.
     *
     * @param overThreshold whether its stake is at least the four-eyes threshold
     * @param lost whether the object has an attempt that the database had lost
     */
    Grounds grounds(boolean overThreshold, boolean lost) {
        if (request.changesControlByTwo()) {
            return Grounds.CONTROL;
        }
        var transferred = request.transferred();
        var why = new ArrayList<String>();
        if (request.byTwo()) {
            why.add(Grounds.ALWAYS);
        }
        if (request.object().livemode()) {
            if (overThreshold) {
                why.add(Grounds.THRESHOLD);
            }
            if (lost && request.stake() != null) {
                why.add(Grounds.LOST);
            }
            if (transferred != null) {
                why.addAll(transferred.terms().secondPersonFor(transferred.amount()));
            }
        }
        if (transferred == null) {
            var stake = request.stake();
            return new Grounds(
                    why,
                    List.of(),
                    null,
                    null,
                    stake == null ? 0 : stake.amount(),
                    stake == null ? "" : stake.currency());
        }
        var terms = transferred.terms();
        return new Grounds(
                why,
                transferred.differences(),
                overrideReason,
                terms.expected(),
                transferred.amount(),
                terms.currency());
    }

    /** The stake of a decision that needs a second person. */
    Stake stake() {
        return Objects.requireNonNull(request.stake());
    }
}
