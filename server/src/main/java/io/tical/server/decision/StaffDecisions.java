package io.tical.server.decision;

import io.tical.db.Database;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes every decision of operators in the same way. It refuses a decision on another version than the operator saw, and one on an object
 * that another operator has a lease on; a lease of one's own is not required. It asks for a second person from the four-eyes threshold on, and
 * a decision takes effect once, however often its request is repeated. What a decision says about money that moved at a bank must meet the
 * terms of the decision ({@link Transferred}), which also may require a second person.
 *
 * @param threshold the amount of an organization from which a live decision of an operator, by username, needs a second person; empty if
 *     no decision does
 */
public record StaffDecisions(
        Database database,
        Leases leases,
        Approvals approvals,
        Repeats repeats,
        BiFunction<UUID, String, Optional<Long>> threshold,
        Clock clock) {
    /**
     * The HTTP request of a decision, which is not read yet.
     *
     * @param path the parameters in the path of the request
     * @param requestId identifies a repeated request
     * @param source the address of the request
     */
    public record Submitted(
            StaffAction action, Map<String, String> path, byte[] body, Staff staff, String requestId, String source) {}

    /** The result of a decision: the object, or the approval that the decision needs. */
    public sealed interface Result {
        record Effected(Object object) implements Result {}

        record NeedsApproval(Approval approval) implements Result {}
    }

    /**
     * Makes a decision, or asks for the approval that it needs.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when the object has changed since the operator saw it; {@code ALREADY_CLAIMED}
     *     while another operator has its lease; {@code APPROVAL_PENDING} while a decision on it waits for a second person;
     *     {@code SECOND_OPERATOR_REQUIRED} if nobody else may approve a change of a control; and the error of the object if it refuses the
     *     decision
     * @throws Problem.Invalid if a change of a control that needs a second person has no note
     */
    public Result make(Submitted submitted) {
        var read = ReadDecision.of(submitted.action(), submitted.path(), JsonBody.parse(submitted.body()));
        var request = read.request();
        var staff = submitted.staff();
        var by = new StaffDecision(
                staff.username(), read.version(), read.note(), submitted.requestId(), submitted.source());
        var repeated = repeats.tookEffect(request, by);
        if (!repeated) {
            requireFree(request, staff.username());
        }
        var grounds = read.grounds(
                overThreshold(request, staff.username()), approvals.lost().test(request.object()));
        if (!grounds.why().isEmpty()) {
            return new Result.NeedsApproval(approvals.request(submitted, read, grounds, by));
        }
        if (!repeated) {
            requireSeen(request, by);
            read.requireReason();
            if (!request.restricts()) {
                approvals.requireNone(request);
            }
        }
        if (!repeated || request.control() == null) {
            request.effect().decide(by);
        }
        if (!submitted.action().keepsLease()) {
            leases.release(request.object(), staff.username());
        }
        return new Result.Effected(request.view().get());
    }

    /**
     * Requires that the decision is on the version that was read for it: its stake is of this version, and the effect compares the version
     * with that of the locked object.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    static void requireSeen(Request request, StaffDecision by) {
        var version = by.version();
        if (version != null && request.version() != StaffAction.NO_VERSION && version != request.version()) {
            throw Problem.Conflict.changed(request.objectType());
        }
    }

    private void requireFree(Request request, String operator) {
        var lease = leases.find(request.object()).orElse(null);
        Lease.requireFree(lease, request.objectType().replace('_', ' '), operator, clock.instant());
    }

    private boolean overThreshold(Request request, String operator) {
        var stake = request.stake();
        return stake != null
                && threshold
                        .apply(request.object().organizationId(), operator)
                        .filter(from -> stake.amount() >= from)
                        .isPresent();
    }

    /** The decision that an approved request asks for, as the checker makes it. */
    static StaffDecision approved(Approval approval, String checker, @Nullable String source) {
        var requested = approval.requested();
        var checked = approval.progress().note();
        var note = "requested by " + requested.maker()
                + (requested.note() == null ? "" : ": " + requested.note())
                + (checked == null ? "" : "; approved: " + checked);
        return new StaffDecision(
                checker,
                requested.seenVersion(),
                note,
                "approval-" + approval.key().id(),
                source,
                requested.maker());
    }
}
