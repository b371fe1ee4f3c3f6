package io.tical.server.payout;

import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Disbursement;
import io.tical.server.rail.Execution;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferOrder;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A payout with its attempts and offer.
 *
 * @param offeredUntil the end of an offer that this command publishes; null for none
 * @param unitStep of its currency, of which all that is delivered and returned is a multiple; 1 where it is not decided on
 */
public record PayoutAggregate(
        Payout payout, Execution execution, @Nullable Instant offeredUntil, long unitStep)
        implements Aggregate<PayoutAggregate>, Disbursement<PayoutAggregate> {
    static final String OBJECT_TYPE = "payout";

    static PayoutAggregate of(Payout payout, List<Attempt> attempts) {
        return new PayoutAggregate(payout, Execution.of(attempts), null, 1);
    }

    @Override
    public TransactionKey key() {
        return payout.key();
    }

    private record LoggedLeg(int number, LegStatus status, long transferAmount) {}

    private record Logged(
            PayoutStatus status,
            List<LoggedLeg> steps,
            long delivered,
            long returned,
            @Nullable String failureCode,
            long version) {}

    @Override
    public Object logged() {
        var totals = payout.progress().totals();
        return new Logged(
                status(),
                legs().stream()
                        .map(leg -> new LoggedLeg(leg.number(), leg.status(), leg.delivered()))
                        .toList(),
                totals.delivered(),
                totals.returned(),
                payout.progress().failureCode(),
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
        return payout.terms().dialect() == Dialect.GUIDE;
    }

    @Override
    public EventType.Subject subject() {
        return EventType.Subject.PAYOUT;
    }

    @Override
    public PayoutStatus status() {
        return payout.status();
    }

    @Override
    public int legCount() {
        return legs().size();
    }

    @Override
    public Stream<UndecidedLeg> undecidedLegs() {
        return undecided().map(leg -> new UndecidedLeg(leg.number(), leg.amount()));
    }

    /** A payer who was matched with it pays it instead of a rail. */
    @Override
    public boolean sendable() {
        return status() == PayoutStatus.PROCESSING && openMatch().isEmpty();
    }

    @Override
    public boolean payable() {
        return allows(Trigger.DELIVERED);
    }

    @Override
    public boolean inReview() {
        return status() == PayoutStatus.IN_REVIEW;
    }

    @Override
    public @Nullable Instant dueAt() {
        return payout.progress().dueAt();
    }

    List<Payout.Leg> legs() {
        return payout.legs();
    }

    /** Whether a leg was sent, or is about to be sent, and has not failed since. */
    boolean sent() {
        return attempts().stream().anyMatch(Attempt::living);
    }

    /** The open attempt of a payer who was matched with this payout. */
    Optional<Attempt> openMatch() {
        return attempts().stream()
                .filter(one -> one.byPayer() && one.state() == Attempt.State.OPEN)
                .findFirst();
    }

    /** Whether all legs have an outcome. */
    boolean hasAllOutcomes() {
        return undecided().findAny().isEmpty();
    }

    /** The legs without an outcome. */
    Stream<Payout.Leg> undecided() {
        return legs().stream().filter(leg -> !leg.status().hasOutcome());
    }

    /** Minor units delivered over all legs. */
    long delivered() {
        return legs().stream().mapToLong(Payout.Leg::delivered).sum();
    }

    /** A new attempt of a leg. */
    Attempt next(UUID attemptId, Payout.Leg leg, String rail, Instant now) {
        return Attempt.next(attemptId, leg.number(), attemptsOf(leg.number()), rail, leg.amount(), now);
    }

    PayoutAggregate with(Payout.Progress progress) {
        return new PayoutAggregate(payout.with(progress), execution, offeredUntil, unitStep);
    }

    /** With the unit step of its currency, to be decided on. */
    PayoutAggregate inSteps(long step) {
        return new PayoutAggregate(payout, execution, offeredUntil, step);
    }

    PayoutAggregate map(UnaryOperator<Payout.Progress> change) {
        return with(change.apply(payout.progress()));
    }

    @Override
    public PayoutAggregate withDueAt(@Nullable Instant dueAt) {
        return with(payout.progress().withDueAt(dueAt));
    }

    @Override
    public PayoutAggregate with(Execution other) {
        return new PayoutAggregate(payout, other, offeredUntil, unitStep);
    }

    /** Publishes an offer and delays the dispatch until its end. */
    PayoutAggregate offered(Instant until) {
        var due = payout.progress().dueAt();
        var sendAt = due == null || due.isBefore(until) ? until : due;
        return new PayoutAggregate(payout.with(payout.progress().withDueAt(sendAt)), execution, until, unitStep);
    }

    /** With this attempt, new or changed, and with the trigger that its leg takes. */
    PayoutAggregate with(Attempt attempt, LegStatus.Trigger trigger, long delivered, Instant now) {
        return with(attempt).mapLegs(leg -> leg.number() == attempt.leg() ? leg.on(trigger, delivered, now) : leg);
    }

    PayoutAggregate mapLegs(UnaryOperator<Payout.Leg> change) {
        var legs = legs().stream().map(change).toList();
        return new PayoutAggregate(payout.with(legs), execution, offeredUntil, unitStep);
    }

    /** Fires a trigger on all legs without an outcome. */
    PayoutAggregate mapUndecided(LegStatus.Trigger trigger, Instant now) {
        return mapLegs(leg -> leg.status().hasOutcome() ? leg : leg.on(trigger, 0, now));
    }

    /** Abandons all open attempts: staff decide that they will not arrive. */
    PayoutAggregate abandonOpenAttempts(Instant now) {
        var after = this;
        for (var attempt : attempts()) {
            if (attempt.state() == Attempt.State.OPEN) {
                after = after.with(attempt.on(Attempt.Trigger.ABANDON, null, now));
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

    /** Changes the status: {@link PayoutTransitions#transition}. */
    Decision<PayoutAggregate> transition(Trigger trigger, By by, long delivered, Instant now) {
        return PayoutTransitions.transition(this, trigger, by, delivered, now);
    }

    Decision.StatusChange change(PayoutStatus to, String trigger, By by) {
        return new Decision.StatusChange(status().word(), to.word(), trigger, by.actor(), by.note());
    }

    /** {@link PayoutTransitions#complete} */
    Decision<PayoutAggregate> complete(By by, Instant now) {
        return PayoutTransitions.complete(this, by, now);
    }

    @Override
    public Decision<PayoutAggregate> loseTrack(String reason, By by, Instant now) {
        return PayoutTransitions.loseTrack(this, reason, by, now);
    }

    @Override
    public Decision<PayoutAggregate> deliveredTwice(String reason, By by, Instant now) {
        return PayoutTransitions.deliveredTwice(this, reason, by, now);
    }

    @Override
    public PayoutAggregate opened(Attempt attempt, Instant now) {
        return with(attempt, LegStatus.Trigger.SEND, 0, now);
    }

    @Override
    public TransferOrder order(Attempt attempt) {
        var terms = payout.terms();
        return new TransferOrder(
                subject(),
                terms.organizationId(),
                terms.livemode(),
                payout.id(),
                attempt.id(),
                attempt.createdAt(),
                attempt.leg(),
                legCount(),
                attempt.amount(),
                terms.amount(),
                terms.currency(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName(),
                merchantReference(),
                attempt.connection());
    }

    @Override
    public long taken(Attempt attempt) {
        return attempt.state() == Attempt.State.DELIVERED
                ? legs().get(attempt.leg() - 1).delivered()
                : Disbursement.super.taken(attempt);
    }

    @Override
    public String merchantReference() {
        return payout.terms().merchantRef();
    }

    @Override
    public String name(Attempt attempt) {
        return "attempt " + attempt.number() + " of leg " + attempt.leg();
    }

    @Override
    public void requireReportable(Attempt attempt, boolean late) {
        if (!late) {
            PayoutRules.requireUnmatched(this);
        } else if (attempt.byPayer()) {
            throw PayoutStatus.TABLE.invalid(
                    "A payer pays this attempt, not a rail. Confirm the payer's payin to record their payment.");
        }
    }

    @Override
    public boolean plausible(Attempt attempt, long amount) {
        return amount >= 1 && amount <= attempt.amount() && amount % unitStep == 0;
    }

    /** A record of each transfer would make every delivery slower. */
    @Override
    public boolean recordsTransfersOfRails() {
        return false;
    }

    @Override
    public Decision<PayoutAggregate> delivered(Attempt paying, PayoutOutcome.Delivered delivered, By by, Instant now) {
        return PayoutTransitions.delivered(this, paying, delivered, by, now);
    }

    @Override
    public Decision<PayoutAggregate> failed(Attempt dead, PayoutOutcome.Failed failed, By by, Instant now) {
        return PayoutTransitions.failed(this, dead, failed, by, now);
    }

    @Override
    public PayoutAggregate neverSent(Attempt dead, Instant now) {
        return with(dead, LegStatus.Trigger.NOT_SENT, 0, now);
    }

    @Override
    public String payableCurrency() {
        return payout.terms().currency();
    }

    @Override
    public List<Movement> claim(long amount) {
        return List.of(new Movement(PostingType.PAYOUT_CLAIM, amount, payout.id()));
    }
}
