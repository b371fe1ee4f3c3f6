package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.p2p.Offer;
import io.tical.server.p2p.Offers;
import io.tical.server.payout.Payout.StepStatus;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.StateChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One payout in the hands of one transaction: locked, with its legs and attempts, changed by commands, and then written.
 */
final class PayoutCase {
    static final String OBJECT_TYPE = "payout";

    /** What the history calls the delivery of an attempt that had been given up. */
    static final String LATE_DELIVERY = "late_delivery";

    private final List<StateChange> changes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Claims.Claim> claims = new ArrayList<>();
    private final UUID id;
    private final Payout.Terms terms;
    private final PayoutRail rail;
    private final PayoutLegs legs;
    private final @Nullable Offering offering;
    private Payout.Progress progress;
    private @Nullable Offer offer;
    private int replacements;

    /** Whether a payout that can be sent is offered to payers first. */
    @FunctionalInterface
    interface Offering {
        Optional<Offer> of(Payout payout, Instant now);
    }

    /**
     * @param attempts all attempts of all legs
     * @param rail the rail of the payout's environment
     */
    PayoutCase(Payout payout, List<Attempt> attempts, PayoutRail rail) {
        this(payout, attempts, rail, null);
    }

    /** @param offering null where nothing will be sent */
    PayoutCase(Payout payout, List<Attempt> attempts, PayoutRail rail, @Nullable Offering offering) {
        this(payout.id(), payout.terms(), payout.progress(), new PayoutLegs(payout, attempts, rail), rail, offering);
    }

    private PayoutCase(
            UUID id,
            Payout.Terms terms,
            Payout.Progress progress,
            PayoutLegs legs,
            PayoutRail rail,
            @Nullable Offering offering) {
        this.offering = offering;
        this.id = id;
        this.terms = terms;
        this.progress = progress;
        this.legs = legs;
        this.rail = rail;
    }

    /** The same case as it stands now; what is done to one is not done to the other. */
    PayoutCase copy() {
        var copy = new PayoutCase(id, terms, progress, legs.copy(), rail, offering);
        copy.offer = offer;
        copy.changes.addAll(changes);
        copy.events.addAll(events);
        copy.claims.addAll(claims);
        copy.replacements = replacements;
        return copy;
    }

    Payout payout() {
        return new Payout(id, terms, progress, legs.steps());
    }

    boolean changed() {
        return revisions() > 0;
    }

    List<StateChange> changes() {
        return changes;
    }

    /** What merchants are to be told of these changes. */
    List<Event> events() {
        return events;
    }

    /** What these changes claim back. */
    List<Claims.Claim> claims() {
        return claims;
    }

    List<Attempt> touchedAttempts() {
        return legs.touched();
    }

    /** The offer that these changes make, or null. */
    @Nullable
    Offer offer() {
        return offer;
    }

    /** A payer is to pay it; until then nobody else looks at it. */
    void claim(UUID attemptId, Instant now) {
        // One command of a group may have ended what another found waiting; then the group is run in parts.
        if (progress.status() != PayoutStatus.PROCESSING || legs.anySent()) {
            throw new IllegalStateException("payout " + id + " waits for nobody any more");
        }
        versioned(() -> {
            legs.claim(attemptId, now);
            replace(progress.withDueAt(null));
        });
    }

    /** The payer who claimed it has paid its payee. Whose payer it was is none of this merchant's business. */
    void deliver(UUID attemptId, String reference, LockedWallets locked) {
        var attempt = claimedBy(attemptId);
        versioned(() -> {
            legs.arrived(attempt, reference, attempt.amount(), locked.now());
            replace(progress.withSender(new Payout.Sender(null, null, null, reference, null)));
            settle(Actor.SYSTEM, null, locked);
        });
    }

    /** The payer who claimed it will not pay. */
    void release(UUID attemptId, Instant dueAt, Instant now) {
        var attempt = claimedBy(attemptId);
        versioned(() -> {
            legs.released(attempt, now);
            replace(progress.withDueAt(dueAt));
        });
    }

    private Attempt claimedBy(UUID attemptId) {
        var attempt = legs.claimed();
        if (progress.status() != PayoutStatus.PROCESSING
                || attempt == null
                || !attempt.id().equals(attemptId)) {
            throw new IllegalStateException("payout " + id + " is not claimed by " + attemptId);
        }
        return attempt;
    }

    /** While a payer is to pay it, nobody else decides about it. */
    private void requireUnclaimed() {
        if (legs.claimed() != null) {
            throw PayoutStatus.invalid(
                    "A payer was matched with this payout and is paying it now; wait until the payment is"
                            + " confirmed, or until the match is given up and the payout goes on by itself");
        }
    }

    void apply(PayoutCommand command, LockedWallets locked) {
        requireVersion(command);
        versioned(() -> {
            switch (command) {
                case PayoutCommand.Fire fire -> fire(fire, locked);
                case PayoutCommand.Report report -> report(report, locked);
                case PayoutCommand.Decide decide -> decide(decide, locked);
            }
        });
    }

    /** Raises the version once for a command that changes anything, at once: another command of the same group sees it. */
    private void versioned(Runnable command) {
        var before = revisions();
        command.run();
        if (revisions() != before) {
            progress = progress.withVersion(progress.version() + 1);
        }
    }

    private int revisions() {
        return replacements + legs.revisions();
    }

    private void requireVersion(PayoutCommand command) {
        var seen = switch (command) {
            case PayoutCommand.Fire fire -> fire.version();
            case PayoutCommand.Report report -> report.version();
            case PayoutCommand.Decide decide -> decide.version();
        };
        if (seen.isPresent() && seen.getAsLong() != progress.version()) {
            throw new Problem.Conflict(
                    "VERSION_CONFLICT", "Somebody changed this payout since you saw it; look again and decide anew");
        }
    }

    private void fire(PayoutCommand.Fire fire, LockedWallets locked) {
        switch (fire.trigger()) {
            case CANCEL -> cancel(fire, locked);
            case ACTIVATE, EXPIRE, COMPLETE_REFUND -> {
                // Background work may come twice; the second time there is nothing left to do.
                if (possible(fire.trigger())) {
                    transit(fire.trigger(), fire.actor(), fire.note(), 0, locked);
                }
            }
            case TEST_CONFIRM, LATE_CONFIRM -> {
                progress.status().on(fire.trigger());
                requireUnclaimed();
                legs.confirm(fire.trigger().word(), locked.now());
                transit(fire.trigger(), fire.actor(), fire.note(), terms.amount(), locked);
            }
            case REJECT -> {
                progress.status().on(fire.trigger());
                if (legs.arrived() > 0) {
                    throw PayoutStatus.invalid("Part of this payout arrived; decide the rest as success or failed");
                }
                legs.giveUpOpen(locked.now());
                legs.end(StepStatus.FAILED, locked.now());
                transit(fire.trigger(), fire.actor(), fire.note(), 0, locked);
            }
            case RETRY -> {
                progress.status().on(fire.trigger());
                if (legs.arrivedLate()) {
                    throw PayoutStatus.invalid(
                            "An attempt of a leg that did not arrive was delivered after it had been"
                                    + " given up; sending the leg again would pay it twice. Decide about the claim in suspense instead");
                }
                legs.giveUpOpen(locked.now());
                legs.reopen();
                transit(fire.trigger(), fire.actor(), fire.note(), 0, locked);
            }
            case APPROVE, LOSE_TRACK, REVERT -> transit(fire.trigger(), fire.actor(), fire.note(), 0, locked);
            case DELIVERED, PARTLY_DELIVERED, NOT_DELIVERED ->
                throw new IllegalArgumentException("the legs decide about " + fire.trigger());
        }
    }

    private boolean possible(Trigger trigger) {
        return PayoutStatus.table().stream()
                .anyMatch(row -> row.from() == progress.status() && row.trigger() == trigger);
    }

    /** On a payout that has come to its end: nothing moves. Once a rail was called: refused, for it would pay twice. */
    private void cancel(PayoutCommand.Fire fire, LockedWallets locked) {
        if (progress.status().terminal()) {
            return;
        }
        progress.status().on(Trigger.CANCEL);
        requireUnclaimed();
        if (legs.anySent()) {
            throw PayoutStatus.invalid("This payout is already on its way to the bank and cannot be cancelled");
        }
        legs.end(StepStatus.CANCELLED, locked.now());
        transit(Trigger.CANCEL, fire.actor(), fire.note(), 0, locked);
    }

    private void report(PayoutCommand.Report report, LockedWallets locked) {
        var attempt = legs.attempt(report.attemptId());
        if (attempt == null) {
            return;
        }
        if (attempt.state() == Attempt.State.DEAD && report.outcome() instanceof PayoutOutcome.Delivered delivered) {
            deliveredLate(attempt, delivered, report, locked);
            return;
        }
        requireUnclaimed();
        if (attempt.state() != Attempt.State.OPEN) {
            // Told before, or overtaken by a decision: an attempt is closed once.
            return;
        }
        switch (report.outcome()) {
            case PayoutOutcome.Delivered delivered -> {
                if (delivered.amount() < 1 || delivered.amount() > attempt.amount()) {
                    loseTrack(report, "the rail reports an amount that was not sent", locked);
                } else {
                    legs.arrived(attempt, delivered.reference(), delivered.amount(), locked.now());
                    sentBy(delivered);
                    settle(report.actor(), report.note(), locked);
                }
            }
            case PayoutOutcome.Failed failed -> {
                legs.failed(attempt, locked.now());
                replace(progress.withFailure(new Payout.Failure(failed.code().word(), failed.message())));
                settle(report.actor(), report.note(), locked);
            }
            case PayoutOutcome.NeverSent nothing -> {
                legs.neverSent(attempt, locked.now());
                sendAgain(attempt, report, locked);
            }
            case PayoutOutcome.Handed handed -> {
                // Another leg may still be due: to be asked about, or to be sent again.
                if (legs.steps().size() == 1 || legs.allOpen()) {
                    replace(progress.withDueAt(null));
                }
            }
            case PayoutOutcome.Unknown unknown -> loseTrack(report, unknown.why(), locked);
        }
    }

    /** What the rail refused is sent again after a while, and not for ever. */
    private void sendAgain(Attempt attempt, PayoutCommand.Report report, LockedWallets locked) {
        var refusals = legs.refusals(attempt.step());
        if (refusals > 0 && refusals % Resending.REFUSALS_MAX == 0) {
            loseTrack(report, "the rail refused " + Resending.REFUSALS_MAX + " attempts before they were sent", locked);
            return;
        }
        var due = progress.dueAt();
        var again = legs.notBefore(attempt.step());
        var at = again == null ? locked.now() : again;
        // Another leg may be due sooner; whichever leg is not due then waits on.
        var soonest = legs.steps().size() == 1 || due == null || at.isBefore(due) ? at : due;
        replace(progress.withDueAt(soonest));
    }

    /**
     * An attempt that had been given up was delivered. It is recorded once, whatever the payout's state. When nothing else has paid
     * its leg or is about to, it pays it; otherwise its money left the house beside what the payout settles, and is claimed back.
     */
    private void deliveredLate(
            Attempt attempt, PayoutOutcome.Delivered delivered, PayoutCommand.Report report, LockedWallets locked) {
        if (attempt.late() != null) {
            return;
        }
        if (attempt.rail().equals(Offers.RAIL)) {
            throw PayoutStatus.invalid("A payer was to pay this attempt; their payment is confirmed with its payin");
        }
        changes.add(change(
                progress.status(), LATE_DELIVERY, report.actor(), lateNote(attempt, delivered, report), locked.now()));
        var open = possible(Trigger.DELIVERED);
        if (open && legs.waitsFor(attempt) && delivered.amount() >= 1 && delivered.amount() <= attempt.amount()) {
            legs.deliveredLate(attempt, delivered.reference(), delivered.amount(), locked.now());
            legs.arrived(
                    Objects.requireNonNull(legs.attempt(attempt.id())),
                    delivered.reference(),
                    delivered.amount(),
                    locked.now());
            sentBy(delivered);
            settle(report.actor(), report.note(), locked);
            return;
        }
        var amount = Math.max(0, delivered.amount());
        legs.deliveredLate(attempt, delivered.reference(), amount, locked.now());
        if (amount > 0) {
            locked.post(terms.wallet(), List.of(new Movement(Posting.PAYOUT_CLAIM, amount, id)));
            claims.add(new Claims.Claim(
                    terms.organizationId(),
                    terms.livemode(),
                    id,
                    attempt.id(),
                    terms.currency(),
                    amount,
                    delivered.reference()));
        }
        if (open && legs.claimed() == null) {
            var why = "attempt " + attempt.number() + " of leg " + attempt.step()
                    + " was delivered after it had been given up";
            replace(progress.withReviewReason(why));
            loseTrack(report, why, locked);
        }
    }

    private static String lateNote(Attempt attempt, PayoutOutcome.Delivered delivered, PayoutCommand.Report report) {
        var told = "attempt %d of leg %d (%s) was delivered after it had been given up: %d minor units, reference %s"
                .formatted(attempt.number(), attempt.step(), attempt.id(), delivered.amount(), delivered.reference());
        return report.note() == null ? told : told + "; " + report.note();
    }

    /** The polls are used up, or the rail contradicts itself: people must look. */
    private void loseTrack(PayoutCommand.Report report, String why, LockedWallets locked) {
        if (possible(Trigger.LOSE_TRACK)) {
            replace(progress.withReviewReason(why));
            transit(Trigger.LOSE_TRACK, report.actor(), report.note(), 0, locked);
        }
    }

    private void decide(PayoutCommand.Decide decide, LockedWallets locked) {
        progress.status().on(Trigger.DELIVERED);
        requireUnclaimed();
        for (var step : legs.steps()) {
            if (step.status().decided()) {
                continue;
            }
            var attempt = legs.alive(step.number());
            if (attempt == null) {
                throw PayoutStatus.invalid("Leg " + step.number() + " was never sent; retry this payout instead");
            }
            if (decide.arrived()) {
                legs.arrived(attempt, "staff", attempt.amount(), locked.now());
            } else {
                legs.failed(attempt, locked.now());
            }
        }
        settle(decide.actor(), decide.note(), locked);
    }

    /** When every leg is decided, the payout is. */
    private void settle(Actor actor, @Nullable String note, LockedWallets locked) {
        if (!legs.decided()) {
            return;
        }
        var arrived = legs.arrived();
        var trigger = arrived == terms.amount()
                ? Trigger.DELIVERED
                : arrived > 0 ? Trigger.PARTLY_DELIVERED : Trigger.NOT_DELIVERED;
        transit(trigger, actor, note, arrived, locked);
    }

    private void transit(Trigger trigger, Actor actor, @Nullable String note, long arrived, LockedWallets locked) {
        var transition = progress.status().on(trigger);
        var outcome = PayoutMoney.of(transition.effect(), payout(), arrived);
        locked.post(terms.wallet(), outcome.movements());
        var counted = payout().counted();
        var now = locked.now();
        changes.add(change(transition.to(), trigger.word(), actor, note, now));
        var goesOn = transition.to() == PayoutStatus.PROCESSING;
        replace(new Payout.Progress(
                transition.to(),
                outcome.settled(),
                progress.sender(),
                goesOn ? null : progress.failure(),
                goesOn ? null : progress.reviewReason(),
                progress.version(),
                dueAfter(transition, now),
                transition.to() == PayoutStatus.EXPIRED ? now : null,
                now,
                transition.to().terminal() ? now : null));
        count(counted, locked);
        offer(transition, now);
        PayoutCallback.event(payout(), now).ifPresent(events::add);
    }

    /** What can be sent for the first time is offered to payers before it is. */
    private void offer(PayoutStatus.Transition transition, Instant now) {
        var firstTime = transition.trigger() == Trigger.ACTIVATE || transition.trigger() == Trigger.APPROVE;
        if (offering == null || !firstTime) {
            return;
        }
        offering.of(payout(), now).ifPresent(made -> {
            var due = progress.dueAt();
            offer = made;
            replace(progress.withDueAt(due == null || due.isBefore(made.until()) ? made.until() : due));
        });
    }

    private StateChange change(PayoutStatus to, String trigger, Actor actor, @Nullable String note, Instant now) {
        return new StateChange(
                terms.organizationId(),
                terms.livemode(),
                id,
                Ids.next(),
                OBJECT_TYPE,
                progress.status().word(),
                to.word(),
                trigger,
                actor,
                note,
                now);
    }

    /**
     * The usage of the payout's day follows what the payout counts. What staff send again and what a rail confirms late counts again
     * and is not refused: the one is decided by people, the other has left the house.
     */
    private void count(long before, LockedWallets locked) {
        var now = payout().counted();
        if (now > before) {
            locked.countDaily(terms.wallet(), terms.dailyDate(), now - before);
        } else {
            locked.releaseDaily(terms.wallet(), terms.dailyDate(), before - now);
        }
    }

    /** When background work must look at the payout in its new state. */
    private @Nullable Instant dueAfter(PayoutStatus.Transition transition, Instant now) {
        return switch (transition.to()) {
            // A guide payout keeps the dispatch time it was made with; one that people let go on goes at once.
            case PROCESSING ->
                transition.trigger() == Trigger.ACTIVATE ? Ids.madeAt(id).plus(rail.dispatchDelay()) : now;
            // What was never delivered is refunded at once; what is taken back from a bank waits for people.
            case REJECTED -> transition.trigger() == Trigger.REVERT ? null : now;
            case PENDING, PENDING_REVIEW, IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                null;
        };
    }

    private void sentBy(PayoutOutcome.Delivered delivered) {
        var sender = delivered.sender();
        replace(progress.withSender(new Payout.Sender(
                sender.platform(), sender.identifier(), sender.holderName(), delivered.reference(), null)));
    }

    private void replace(Payout.Progress progress) {
        this.progress = progress;
        replacements++;
    }
}
