package io.tical.server.payout;

import io.tical.server.ledger.WalletKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A payout with its attempts, offer and claims.
 *
 * @param attempts all attempts of all legs
 * @param offeredUntil the end of an offer that this transaction publishes; null for none
 * @param claims the claims that this transaction opens
 * @param paidBy the transfers that this transaction records as payments of legs
 */
public record PayoutAggregate(
        Payout payout,
        List<Attempt> attempts,
        @Nullable Instant offeredUntil,
        List<Claims.Claim> claims,
        List<PaidTransfer> paidBy)
        implements Aggregate<PayoutAggregate> {
    static final String OBJECT_TYPE = "payout";

    public PayoutAggregate {
        attempts = List.copyOf(attempts);
        claims = List.copyOf(claims);
        paidBy = List.copyOf(paidBy);
    }

    static PayoutAggregate of(Payout payout, List<Attempt> attempts) {
        return new PayoutAggregate(payout, attempts, null, List.of(), List.of());
    }

    @Override
    public TransactionKey key() {
        return payout.key();
    }

    private record Audited(
            PayoutStatus status,
            List<AuditedStep> steps,
            long delivered,
            long returned,
            @Nullable String failureCode,
            long version) {}

    private record AuditedStep(int number, StepStatus status, long transferAmount) {}

    @Override
    public Object audited() {
        var progress = payout.progress();
        return new Audited(
                status(),
                steps().stream()
                        .map(step -> new AuditedStep(step.number(), step.status(), step.transferAmount()))
                        .toList(),
                progress.settled().delivered(),
                progress.settled().returned(),
                progress.failureCode(),
                version());
    }

    @Override
    public WalletKey wallet() {
        return payout.terms().wallet();
    }

    @Override
    public long version() {
        return payout.progress().version();
    }

    @Override
    public PayoutAggregate withVersion(long version) {
        return with(payout.progress().withVersion(version));
    }

    @Override
    public boolean guide() {
        return payout.terms().dialect() == Payout.Dialect.GUIDE;
    }

    PayoutStatus status() {
        return payout.status();
    }

    List<Payout.Step> steps() {
        return payout.steps();
    }

    private Optional<Attempt> attempt(Predicate<Attempt> which) {
        return attempts.stream().filter(which).findFirst();
    }

    Optional<Attempt> attempt(UUID attemptId) {
        return attempt(one -> one.id().equals(attemptId));
    }

    List<Attempt> attemptsOf(int step) {
        return attempts.stream().filter(one -> one.step() == step).toList();
    }

    /** The attempt of a leg that is not dead. */
    Optional<Attempt> living(int step) {
        return attempt(one -> one.step() == step && one.living());
    }

    /** The open attempt of a leg. */
    Optional<Attempt> open(int step) {
        return attempt(one -> one.step() == step && one.state() == Attempt.State.OPEN);
    }

    /**
     * Whether staff may report the outcome of an open attempt: they make the transfer themselves, or the rail does not know its outcome.
     */
    boolean staffMayReport(Attempt attempt) {
        return status() == PayoutStatus.IN_REVIEW || attempt.rail().equals(ManualRail.NAME);
    }

    /** Whether a leg was sent, or is about to be sent, and has not failed since. */
    boolean sent() {
        return attempts.stream().anyMatch(Attempt::living);
    }

    /** The open attempt of a payer who was matched with this payout. */
    Optional<Attempt> claimed() {
        return attempt(one -> one.byPayer() && one.state() == Attempt.State.OPEN);
    }

    /** Whether a late delivery of a dead attempt pays its leg: no other attempt has paid it or may pay it. */
    boolean canStillBePaidBy(Attempt attempt) {
        return living(attempt.step()).isEmpty() && undecided().anyMatch(step -> step.number() == attempt.step());
    }

    /** Whether an attempt is open for each leg without an outcome. */
    boolean allOpen() {
        return undecided().allMatch(step -> open(step.number()).isPresent());
    }

    /** Whether all legs are decided. */
    boolean decided() {
        return undecided().findAny().isEmpty();
    }

    /** The legs without an outcome. */
    Stream<Payout.Step> undecided() {
        return steps().stream().filter(step -> !step.status().decided());
    }

    /** Minor units delivered over all legs. */
    long arrived() {
        return steps().stream().mapToLong(Payout.Step::transferAmount).sum();
    }

    /** Whether a failed leg has an attempt that was delivered late, so that sending it again would pay it twice. */
    boolean arrivedLate() {
        return steps().stream()
                .filter(step -> step.transferAmount() == 0)
                .anyMatch(step -> attemptsOf(step.number()).stream()
                        .map(Attempt::late)
                        .anyMatch(late -> late != null && late.amount() > 0));
    }

    /** A new attempt of a leg. */
    Attempt next(UUID attemptId, Payout.Step step, String rail, Instant now) {
        return Attempt.next(attemptId, step.number(), attemptsOf(step.number()), rail, step.amount(), now);
    }

    PayoutAggregate with(Payout.Progress progress) {
        return new PayoutAggregate(payout.with(progress), attempts, offeredUntil, claims, paidBy);
    }

    PayoutAggregate map(UnaryOperator<Payout.Progress> change) {
        return with(change.apply(payout.progress()));
    }

    PayoutAggregate withDueAt(@Nullable Instant dueAt) {
        return with(payout.progress().withDueAt(dueAt));
    }

    /** Adds or replaces an attempt. */
    PayoutAggregate with(Attempt attempt) {
        var all = new ArrayList<>(attempts);
        all.removeIf(one -> one.id().equals(attempt.id()));
        all.add(attempt);
        return new PayoutAggregate(payout, all, offeredUntil, claims, paidBy);
    }

    PayoutAggregate with(Claims.Claim claim) {
        var all = new ArrayList<>(claims);
        all.add(claim);
        return new PayoutAggregate(payout, attempts, offeredUntil, all, paidBy);
    }

    /** With the transfer that paid an attempt. */
    PayoutAggregate with(PaidTransfer transfer) {
        var all = new ArrayList<>(paidBy);
        all.add(transfer);
        return new PayoutAggregate(payout, attempts, offeredUntil, claims, all);
    }

    /** Publishes an offer and delays the dispatch until its end. */
    PayoutAggregate offered(Instant until) {
        var due = payout.progress().dueAt();
        var sendAt = due == null || due.isBefore(until) ? until : due;
        return new PayoutAggregate(payout.with(payout.progress().withDueAt(sendAt)), attempts, until, claims, paidBy);
    }

    /** With this attempt, new or changed, and with the trigger that its leg takes. */
    PayoutAggregate with(Attempt attempt, StepStatus.Trigger trigger, long arrived, Instant now) {
        return with(attempt).mapSteps(step -> step.number() == attempt.step() ? step.on(trigger, arrived, now) : step);
    }

    PayoutAggregate mapSteps(UnaryOperator<Payout.Step> change) {
        var steps = steps().stream().map(change).toList();
        return new PayoutAggregate(payout.with(steps), attempts, offeredUntil, claims, paidBy);
    }

    /** Fires a trigger on all legs without an outcome. */
    PayoutAggregate mapUndecided(StepStatus.Trigger trigger, Instant now) {
        return mapSteps(step -> step.status().decided() ? step : step.on(trigger, 0, now));
    }

    /** Abandons all open attempts: staff decide that they will not arrive. */
    PayoutAggregate abandonOpenAttempts(Instant now) {
        var after = this;
        for (var attempt : attempts) {
            if (attempt.state() == Attempt.State.OPEN) {
                after = after.with(attempt.on(Attempt.Trigger.GIVE_UP, null, now));
            }
        }
        return after;
    }

    /** @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when the status does not allow the trigger */
    void require(Trigger trigger) {
        PayoutStatus.TABLE.on(status(), trigger);
    }

    boolean allows(Trigger trigger) {
        return PayoutStatus.TABLE.allows(status(), trigger);
    }

    /**
     * Changes the status, with postings, history and event.
     *
     * @param command its author and note are recorded
     * @param arrived minor units delivered over all legs
     */
    Decision<PayoutAggregate> transit(Trigger trigger, PayoutCommand command, long arrived, Instant now) {
        var row = PayoutStatus.TABLE.on(status(), trigger);
        var money = PayoutMoney.of(row.effect(), payout, arrived);
        var progress = payout.progress();
        var to = row.to();
        var resumed = to == PayoutStatus.PROCESSING;
        var after = with(new Payout.Progress(
                to,
                money.settled(),
                progress.sender(),
                resumed ? null : progress.failure(),
                resumed ? null : progress.reviewReason(),
                progress.version(),
                dueAfter(to, trigger, now),
                to == PayoutStatus.EXPIRED ? now : null,
                now,
                to.terminal() ? now : null));
        return new Decision<>(
                after,
                money.movements(),
                List.of(change(to, trigger.word(), command, command.note())),
                PayoutView.announcements(after.payout()));
    }

    Decision.Change change(PayoutStatus to, String trigger, PayoutCommand command, @Nullable String note) {
        return new Decision.Change(status().word(), to.word(), trigger, command.actor(), note);
    }

    /** Completes the payout when all legs are decided. */
    Decision<PayoutAggregate> settle(PayoutCommand command, Instant now) {
        if (!decided()) {
            return Decision.of(this);
        }
        var arrived = arrived();
        var trigger = arrived == payout.terms().amount()
                ? Trigger.DELIVERED
                : arrived > 0 ? Trigger.PARTLY_DELIVERED : Trigger.NOT_DELIVERED;
        return transit(trigger, command, arrived, now);
    }

    /** Refers the payout to staff. A payout that is no longer processing stays unchanged. */
    Decision<PayoutAggregate> loseTrack(String reason, PayoutCommand command, Instant now) {
        return allows(Trigger.LOSE_TRACK)
                ? map(progress -> progress.withReviewReason(reason)).transit(Trigger.LOSE_TRACK, command, 0, now)
                : Decision.of(this);
    }

    /** The next background processing in the new status. */
    private static @Nullable Instant dueAfter(PayoutStatus to, Trigger trigger, Instant now) {
        return switch (to) {
            case PROCESSING -> now;
            // An undelivered amount is refunded immediately; staff complete the refund of a reverted payout.
            case REJECTED -> trigger == Trigger.REVERT ? null : now;
            case PENDING, PENDING_REVIEW, IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                null;
        };
    }
}
