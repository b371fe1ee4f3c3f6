package io.tical.server.decision;

import io.tical.db.Database;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.StaffDecision;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes every decision of operators in the same way. It refuses a decision on another version than the operator saw, and one on an object
 * that another operator has a lease on; a lease of one's own is not required. It asks for a second person from the four-eyes threshold on, and
 * a decision takes effect once, however often its request is repeated.
 *
 * @param threshold the amount of an organization from which a live decision needs a second person; empty if no decision does
 */
public record StaffDecisions(
        Database database,
        Leases leases,
        Approvals approvals,
        AuditLog log,
        IdempotencyRecords idempotency,
        Function<UUID, Optional<Long>> threshold,
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
     *     while another operator has its lease; {@code APPROVAL_PENDING} while a decision on it waits for a second person; and the error of
     *     the object if it refuses the decision
     */
    public Result make(Submitted submitted) {
        var body = JsonBody.parse(submitted.body());
        var version = submitted.action().versioned() || body.has("version") ? (Long) body.amount("version") : null;
        var note = body.textOrNull("note", StaffDecision.NOTE_MAX);
        var request = submitted.action().reader().read(submitted.path(), body);
        body.check();
        var staff = submitted.staff();
        var by = new StaffDecision(staff.username(), version, note, submitted.requestId(), submitted.source());
        var repeated = repeated(request, by);
        if (!repeated) {
            requireFree(request, staff.username());
        }
        var stake = request.stake();
        if (stake != null && needsSecond(request, stake)) {
            var requested = new Approval.Requested(
                    submitted.action().path(),
                    submitted.path(),
                    new String(submitted.body(), StandardCharsets.UTF_8),
                    stake,
                    staff.username(),
                    submitted.requestId(),
                    note);
            return new Result.NeedsApproval(approvals.request(request, requested, by));
        }
        if (!repeated) {
            requireSeen(request, by);
            approvals.requireNone(request);
        }
        request.effect().decide(by);
        if (!submitted.action().keepsLease()) {
            leases.release(request.object(), staff.username());
        }
        return new Result.Effected(request.view().get());
    }

    /**
     * Whether this request took effect before. Without a version, its record says so. With a version, that is older than the object's, because
     * the decision raised it, and the audit log has the request id. The log alone is not enough: the id may be that of another decision on the
     * object. Then that one names an old version too, and its effect refuses it.
     */
    private boolean repeated(Request request, StaffDecision by) {
        var record = request.record();
        if (record != null) {
            return idempotency.isRecorded(record.apply(by));
        }
        var version = by.version();
        return version != null && version < request.version() && log.hasDecision(request.object(), by.actor());
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

    private boolean needsSecond(Request request, Stake stake) {
        return request.object().livemode()
                && threshold
                        .apply(request.object().organizationId())
                        .filter(from -> stake.amount() >= from)
                        .isPresent();
    }

    /** The decision that an approved request asks for, as the checker makes it. */
    static StaffDecision approved(Approval approval, @Nullable Long version, String checker, @Nullable String source) {
        var requested = approval.requested();
        var note = "requested by " + requested.maker() + (requested.note() == null ? "" : ": " + requested.note());
        return new StaffDecision(
                checker, version, note, "approval-" + approval.key().id(), source);
    }
}
