package io.tical.server.decision;

import static io.tical.server.decision.ApprovalStatus.Trigger;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.decision.Approval.Grounds;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffDecisions.Submitted;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.session.StepUp;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that need a second person. The maker's request is stored unchanged; the checker's approval executes it. An approval is
 * committed before it is executed, so that background work executes it if the node dies in between.
 *
 * @param actions every kind of decision, by {@link StaffAction#name}
 * @param colleagues whether another active operator than this one, by username, has a permission
 */
public record Approvals(
        Database database,
        Map<String, StaffAction> actions,
        BiPredicate<String, Permission> colleagues,
        Predicate<TransactionKey> lost,
        Repeats repeats,
        Clock clock) {
    private static final String OBJECT_TYPE = "approval";
    /** The delay after which background work executes an approved decision that its node has not executed. */
    private static final Duration EXECUTION_DELAY = Duration.ofSeconds(15);

    private record Logged(
            ApprovalStatus status,
            String action,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable Grounds grounds,
            @Nullable String subject,
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            @Nullable Instant effectiveAt) {
        static Logged of(Approval approval) {
            var requested = approval.requested();
            var stake = requested.stake();
            var control = requested.control();
            return new Logged(
                    approval.status(),
                    requested.action(),
                    stake == null ? null : stake.amount(),
                    stake == null ? null : stake.currency(),
                    control == null ? requested.grounds() : null,
                    control == null ? null : control.subject(),
                    control == null ? null : control.before(),
                    control == null ? null : control.after(),
                    approval.progress().effectiveAt());
        }
    }

    /**
     * Asks for an approval. A repeated request of the same operator returns the approval that it asked for.
     *
     * @throws Problem.Conflict {@code APPROVAL_PENDING} while another decision on the object is pending; {@code REQUEST_ID_REUSED} if
     *     another decision had this request id; {@code VERSION_CONFLICT}; and the error of the object if it refuses the decision in its
     *     current state, so that nobody is asked to approve an impossible decision
     */
    Approval request(Submitted submitted, ReadDecision read, Grounds grounds, StaffDecision by) {
        var request = read.request();
        var action = submitted.action();
        var secret = action.secret();
        var requested = requested(submitted, read, grounds, secret, by);
        var earlier = database.run(session -> earlier(session, request, requested));
        if (earlier.isPresent()) {
            return earlier.get();
        }
        StaffDecisions.requireSeen(request, by);
        read.requireReason();
        if (request.changesControlByTwo()) {
            requireReason(by);
            requireColleague(action.permission(), by.operator());
        }
        request.check().require(by);
        var kept = secret == null ? requested : requested.with(secret.field(), secret.hash(submitted.body()));
        return database.transaction(session -> insert(session, request, kept, by));
    }

    /** @param secret is not in the result */
    private static Approval.Requested requested(
            Submitted submitted,
            ReadDecision read,
            Grounds grounds,
            StaffAction.@Nullable Secret secret,
            StaffDecision by) {
        var request = read.request();
        var body = secret == null
                ? new String(submitted.body(), StandardCharsets.UTF_8)
                : secret.removed(submitted.body());
        var control = request.changesControlByTwo();
        return new Approval.Requested(
                submitted.action().name(),
                submitted.path(),
                body,
                control ? null : read.stake(),
                grounds,
                control ? request.control() : null,
                control && request.version() != StaffAction.NO_VERSION ? (Long) request.version() : read.version(),
                by.operator(),
                by.requestId(),
                read.note());
    }

    private static void requireReason(StaffDecision by) {
        if (by.note() == null || by.note().isBlank()) {
            throw new Problem.Invalid("note", "required", "is required: the colleague who approves this reads why");
        }
    }

    private void requireColleague(Permission permission, String operator) {
        if (!colleagues.test(operator, permission)) {
            throw new Problem.Conflict(
                    "SECOND_OPERATOR_REQUIRED",
                    "A second operator must approve this, and nobody else has the permission " + permission.word()
                            + ". Whoever has access to the machine of the service creates one with:"
                            + " ./tical operator <username> --role admin");
        }
    }

    private Approval insert(Session session, Request request, Approval.Requested requested, StaffDecision by) {
        return earlier(session, request, requested).orElseGet(() -> {
            var approval = Approval.of(request, requested, clock.instant());
            if (!ApprovalStore.insertIfAbsent(session, approval)) {
                // A concurrent request has committed first.
                return insert(session, request, requested, by);
            }
            audit(session, by.actor(), "request", null, approval, requested.note());
            return approval;
        });
    }

    /**
     * The approval that the same request asked for earlier.
     *
     * @throws Problem.Conflict {@code APPROVAL_PENDING} if another decision is pending; {@code REQUEST_ID_REUSED} if another decision of
     *     this operator on the object had this request id
     */
    private static Optional<Approval> earlier(Session session, Request request, Approval.Requested requested) {
        var known = ApprovalStore.ofObject(session, request.object(), requested.maker(), requested.requestId());
        var same =
                known.stream().filter(one -> one.requested().repeats(requested)).findFirst();
        if (same.isPresent()) {
            return same;
        }
        known.stream().filter(one -> one.status().isOpen()).findFirst().ifPresent(waiting -> {
            throw pending(waiting);
        });
        if (!known.isEmpty()) {
            throw new Problem.Conflict(
                    "REQUEST_ID_REUSED",
                    "You have sent this X-Request-Id with another decision on this "
                            + request.objectType().replace('_', ' ') + "; send each decision with an id of its own");
        }
        return same;
    }

    /** @throws Problem.Conflict {@code APPROVAL_PENDING} while a decision on the object waits for a second person */
    void requireNone(Request request) {
        database.run(session -> ApprovalStore.ofObject(session, request.object(), "", "")).stream()
                .findFirst()
                .ifPresent(waiting -> {
                    throw pending(waiting);
                });
    }

    private static Problem.Conflict pending(Approval waiting) {
        return new Problem.Conflict(
                "APPROVAL_PENDING",
                "A decision of " + waiting.requested().maker() + " on this "
                        + waiting.objectType().replace('_', ' ') + " waits for approval "
                        + waiting.key().id() + ". Approve or refuse that one first.",
                new Problem.About("waiting", OBJECT_TYPE, waiting.key().id(), null));
    }

    /**
     * One row more than the page's limit, when there are that many; newest first.
     *
     * @param text a prefix of the id, of the object's id or of the maker's username; an empty text selects all
     */
    public List<Approval> list(Environments environments, Optional<ApprovalStatus> status, String text, Page page) {
        return database.run(session -> ApprovalStore.list(session, environments, status, text, page));
    }

    /** @throws Problem.NotFound {@code APPROVAL_NOT_FOUND} */
    public Approval get(UUID id) {
        return database.run(session -> ApprovalStore.find(session, id))
                .orElseThrow(() -> Problem.NotFound.of(OBJECT_TYPE));
    }

    /**
     * Approves a decision of another operator and executes it, unless it waits before it takes effect. A repeated approval by the same
     * operator returns the result.
     *
     * @throws Problem.Forbidden {@code FOUR_EYES_REQUIRED} for the maker; {@code PERMISSION_DENIED} for an operator who may not make
     *     this decision; {@code CHECKER_NOT_INDEPENDENT} for one who may be the same person as the maker; {@code STEP_UP_REQUIRED} for
     *     an action that needs a fresh proof
     * @throws Problem.Conflict {@code APPROVAL_STATUS_TRANSITION_INVALID}; and the error of the object if it refuses the decision
     */
    public Approval approve(UUID id, Staff staff, @Nullable String note, Actor by) {
        var key = get(id).key();
        var approved = database.transaction(session -> {
            var before = lock(session, key);
            requireChecker(before, staff);
            if (before.status().wasApproved()
                    && staff.username().equals(before.progress().checker())) {
                return before;
            }
            var now = clock.instant();
            if (action(before).proof()) {
                StepUp.require(staff, now);
            }
            Independence.require(session, before.requested().maker(), before.createdAt(), staff, now);
            var waits = before.requested().waits();
            var after = waits.isZero()
                    ? before.on(Trigger.APPROVE, staff.username(), note, null, now.plus(EXECUTION_DELAY), now)
                    : before.scheduled(staff.username(), note, now.plus(waits), now);
            ApprovalStore.update(session, after);
            audit(session, by, "approve", before, after, note);
            return after;
        });
        return approved.status() == ApprovalStatus.APPROVED ? execute(approved, by.source()) : approved;
    }

    /**
     * Refuses a decision of another operator, also one that was approved and does not take effect yet; the object stays unchanged.
     *
     * @throws Problem.Forbidden as {@link #approve}
     * @throws Problem.Conflict {@code APPROVAL_STATUS_TRANSITION_INVALID}
     */
    public Approval refuse(UUID id, Staff staff, @Nullable String note, Actor by) {
        return end(id, by, "refuse", note, before -> {
            requireChecker(before, staff);
            return before.status() == ApprovalStatus.REFUSED
                            && staff.username().equals(before.progress().checker())
                    ? before
                    : before.on(Trigger.REFUSE, staff.username(), note, null, null, clock.instant());
        });
    }

    /**
     * The maker withdraws a decision that has not taken effect.
     *
     * @throws Problem.Forbidden {@code PERMISSION_DENIED} for others
     * @throws Problem.Conflict {@code APPROVAL_STATUS_TRANSITION_INVALID}
     */
    public Approval withdraw(UUID id, Staff staff, Actor by) {
        return end(id, by, "withdraw", null, before -> {
            if (!before.requested().maker().equals(staff.username())) {
                throw new Problem.Forbidden(
                        "PERMISSION_DENIED",
                        "Only " + before.requested().maker() + " can withdraw this decision; refuse it instead");
            }
            return before.status() == ApprovalStatus.WITHDRAWN
                    ? before
                    : before.on(Trigger.WITHDRAW, null, null, null, null, clock.instant());
        });
    }

    private Approval end(UUID id, Actor by, String action, @Nullable String note, UnaryOperator<Approval> rule) {
        var key = get(id).key();
        return database.transaction(session -> {
            var before = lock(session, key);
            var after = rule.apply(before);
            if (!after.equals(before)) {
                ApprovalStore.update(session, after);
                audit(session, by, action, before, after, note);
            }
            return after;
        });
    }

    private void requireChecker(Approval approval, Staff staff) {
        if (approval.requested().maker().equals(staff.username())) {
            throw new Problem.Forbidden(
                    "FOUR_EYES_REQUIRED", "You made this decision; ask a colleague to approve or refuse it");
        }
        if (!staff.may(action(approval).permission())) {
            throw new Problem.Forbidden(
                    "PERMISSION_DENIED", "Your role does not permit this decision; ask a user with the required role");
        }
    }

    /** What an operator needs to make this decision, and to approve or refuse it. */
    Permission permission(Approval approval) {
        return action(approval).permission();
    }

    private StaffAction action(Approval approval) {
        var action = actions.get(approval.requested().action());
        if (action == null) {
            throw new IllegalStateException(
                    "no such kind of decision: " + approval.requested().action());
        }
        return action;
    }

    /**
     * Executes an approved decision. A repeated execution changes nothing.
     *
     * @param source the address that the approval came from; null in background work
     */
    private Approval execute(Approval approved, @Nullable String source) {
        var requested = approved.requested();
        var checker = String.valueOf(approved.progress().checker());
        var by = StaffDecisions.approved(approved, checker, source);
        try {
            if (isExecuted(approved, by)) {
                return conclude(approved.key(), Trigger.COMPLETE, null);
            }
            var body = JsonBody.parse(requested.body().getBytes(StandardCharsets.UTF_8));
            var read = ReadDecision.of(action(approved), requested.path(), body);
            if (requested.control() != null || !repeats.tookEffect(read.request(), by)) {
                requireSame(approved, read);
            }
            read.request().effect().decide(by);
        } catch (Problem.Unavailable later) {
            throw later;
        } catch (Problem refused) {
            if (isExecuted(approved, by)) {
                return conclude(approved.key(), Trigger.COMPLETE, null);
            }
            conclude(approved.key(), Trigger.FAIL, new Approval.Failure(refused.code(), refused.message()));
            throw refused;
        }
        return conclude(approved.key(), Trigger.COMPLETE, null);
    }

    /**
     * Requires that the second person approved what the decision overrides and books now.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    private void requireSame(Approval approved, ReadDecision read) {
        read.requireReason();
        if (!approved.requested()
                .grounds()
                .cover(read.grounds(false, lost.test(read.request().object())))) {
            throw Problem.Conflict.changed(approved.objectType());
        }
    }

    /** Whether another node, or this one before it was interrupted, has executed an approved change of a control, which the log shows. */
    private boolean isExecuted(Approval approved, StaffDecision by) {
        return approved.requested().control() != null
                && repeats.log().hasRequest(by.actor(), approved.key().id());
    }

    private Approval conclude(TransactionKey key, Trigger trigger, Approval.@Nullable Failure failure) {
        return database.transaction(session -> {
            var before = lock(session, key);
            if (before.status() != ApprovalStatus.APPROVED) {
                return before;
            }
            var progress = before.progress();
            var after = before.on(trigger, progress.checker(), progress.note(), failure, null, clock.instant());
            ApprovalStore.update(session, after);
            return after;
        });
    }

    private static Approval lock(Session session, TransactionKey key) {
        return ApprovalStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(OBJECT_TYPE));
    }

    private void audit(
            Session session,
            Actor by,
            String action,
            @Nullable Approval before,
            Approval after,
            @Nullable String note) {
        var object = after.object();
        var change = after.requested().control();
        AuditEntry.insertLater(
                session,
                by,
                new Act(
                        object.owner(),
                        object.livemode(),
                        action,
                        OBJECT_TYPE,
                        after.key().id(),
                        before == null ? null : Logged.of(before),
                        Logged.of(after),
                        note,
                        after.requested().maker(),
                        after.status() == ApprovalStatus.SCHEDULED && change != null ? change.subject() : null),
                clock.instant());
    }

    /** The approval, which is not scheduled any more if its waiting time is over. */
    private Optional<Approval> started(Session session, TransactionKey key) {
        return ApprovalStore.lock(session, key).map(before -> {
            var now = clock.instant();
            var effectiveAt = before.progress().effectiveAt();
            if (before.status() != ApprovalStatus.SCHEDULED || effectiveAt == null || effectiveAt.isAfter(now)) {
                return before;
            }
            var progress = before.progress();
            var due = now.plus(EXECUTION_DELAY);
            var after = before.on(Trigger.START, progress.checker(), progress.note(), null, due, now);
            ApprovalStore.update(session, after);
            return after;
        });
    }

    /** Executes approved decisions that their node has not executed, and those whose waiting time is over. */
    Work work() {
        return new LockedWork(
                database,
                "approvals",
                "approval",
                Duration.ofSeconds(5),
                ApprovalStore.DUE,
                new LockedWork.Limits(20, 1),
                keys -> {
                    var approved = database.transaction(session -> started(session, keys.getFirst()));
                    approved.filter(one -> one.status() == ApprovalStatus.APPROVED)
                            .ifPresent(one -> {
                                try {
                                    execute(one, null);
                                } catch (Problem.Unavailable later) {
                                    throw later;
                                } catch (Problem refused) {
                                    // The approval records it as the reason of its failure.
                                }
                            });
                    return 1;
                });
    }
}
