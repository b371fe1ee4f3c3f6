package io.tical.server.payout;

import io.tical.server.p2p.Offers;
import io.tical.server.payout.Payout.StepStatus;
import io.tical.server.rail.PayoutRail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The legs of one payout and the attempts to send them, in the hands of one transaction. */
final class PayoutLegs {
    private final UUID payoutId;
    private final PayoutRail rail;
    /** The attempt of each leg that is not dead. */
    private final Map<Integer, Attempt> alive = new TreeMap<>();

    private final Map<UUID, Attempt> attempts = new HashMap<>();
    private final Map<Integer, Integer> lastNumbers = new TreeMap<>();
    private final List<Attempt> touched = new ArrayList<>();
    private List<Payout.Step> steps;
    private int revisions;

    /**
     * @param attempts all attempts of all legs
     * @param rail where a confirmed leg that was never sent is recorded
     */
    PayoutLegs(Payout payout, List<Attempt> attempts, PayoutRail rail) {
        this(payout.id(), payout.steps(), rail);
        for (var attempt : attempts) {
            lastNumbers.merge(attempt.step(), attempt.number(), Math::max);
            this.attempts.put(attempt.id(), attempt);
            if (attempt.state() != Attempt.State.DEAD) {
                alive.put(attempt.step(), attempt);
            }
        }
    }

    private PayoutLegs(UUID payoutId, List<Payout.Step> steps, PayoutRail rail) {
        this.payoutId = payoutId;
        this.steps = steps;
        this.rail = rail;
    }

    /** The same legs as they stand now; what is done to one is not done to the other. */
    PayoutLegs copy() {
        var copy = new PayoutLegs(payoutId, steps, rail);
        copy.alive.putAll(alive);
        copy.attempts.putAll(attempts);
        copy.lastNumbers.putAll(lastNumbers);
        copy.touched.addAll(touched);
        copy.revisions = revisions;
        return copy;
    }

    List<Payout.Step> steps() {
        return steps;
    }

    /** How many changes were made here. */
    int revisions() {
        return revisions;
    }

    /** The attempts that were made or changed here. */
    List<Attempt> touched() {
        return touched;
    }

    /** Whether a leg was given to a rail and may still arrive, or has. */
    boolean anySent() {
        return !alive.isEmpty();
    }

    /** An attempt of any leg in any state, or null. */
    @Nullable
    Attempt attempt(UUID attemptId) {
        return attempts.get(attemptId);
    }

    /** Whether an attempt can still pay its leg: nothing else was decided about the leg, and nothing else may pay it. */
    boolean waitsFor(Attempt attempt) {
        return alive.get(attempt.step()) == null
                && steps.stream()
                        .anyMatch(step -> step.number() == attempt.step()
                                && !step.status().decided());
    }

    /** Whether an attempt of a leg that is to be sent anew was delivered after it had been given up. */
    boolean arrivedLate() {
        return steps.stream()
                .filter(step -> step.transferAmount() == 0)
                .anyMatch(step -> attempts.values().stream()
                        .anyMatch(attempt -> attempt.step() == step.number()
                                && attempt.late() != null
                                && attempt.late().amount() > 0));
    }

    /** Before when a leg that the rail refused is not sent again, or null. */
    @Nullable
    Instant notBefore(int step) {
        return Resending.notBefore(attempts.values().stream()
                .filter(attempt -> attempt.step() == step)
                .toList());
    }

    /** How often in a row the rail refused the leg's attempts before they were sent. */
    int refusals(int step) {
        return Resending.refusals(attempts.values().stream()
                .filter(attempt -> attempt.step() == step)
                .toList());
    }

    /** The attempt of a leg that is not dead, or null. */
    @Nullable
    Attempt alive(int step) {
        return alive.get(step);
    }

    /** Whether every leg that nothing was decided about has an attempt under way. */
    boolean allOpen() {
        return steps.stream().allMatch(step -> step.status().decided() || alive.containsKey(step.number()));
    }

    boolean decided() {
        return steps.stream().allMatch(step -> step.status().decided());
    }

    /** Minor units that arrived, over all legs. */
    long arrived() {
        return steps.stream().mapToLong(Payout.Step::transferAmount).sum();
    }

    /** Every leg has arrived, whatever a rail may have said; the attempt records follow. */
    void confirm(String reference, Instant now) {
        for (var step : steps) {
            var sent = alive.get(step.number());
            var attempt = sent == null ? newAttempt(step, now) : sent;
            if (attempt.state() == Attempt.State.OPEN) {
                touch(attempt.closed(Attempt.State.DELIVERED, reference, now));
            }
        }
        change(step -> step.with(StepStatus.SUCCESS, step.amount(), now));
    }

    private Attempt newAttempt(Payout.Step step, Instant now) {
        return Attempt.open(payoutId, step, lastNumbers.getOrDefault(step.number(), 0) + 1, rail.name(), now);
    }

    /** A payer is to pay the one leg there is. */
    void claim(UUID attemptId, Instant now) {
        var step = steps.getFirst();
        var number = lastNumbers.getOrDefault(step.number(), 0) + 1;
        touch(new Attempt(
                payoutId,
                step.number(),
                number,
                attemptId,
                Offers.RAIL,
                step.amount(),
                Attempt.State.OPEN,
                0,
                null,
                now,
                null,
                false,
                null));
        change(one -> one.with(StepStatus.PROCESSING, 0, null));
    }

    /** The attempt of a payer who has claimed the payout and not paid yet, or null. */
    @Nullable
    Attempt claimed() {
        return alive.values().stream()
                .filter(attempt -> attempt.rail().equals(Offers.RAIL) && attempt.state() == Attempt.State.OPEN)
                .findFirst()
                .orElse(null);
    }

    /** The attempt arrived, in full or in part. */
    void arrived(Attempt attempt, String reference, long amount, Instant now) {
        touch(attempt.closed(Attempt.State.DELIVERED, reference, now));
        var status = amount == attempt.amount() ? StepStatus.SUCCESS : StepStatus.PARTIAL_SUCCESS;
        change(step -> step.number() == attempt.step() ? step.with(status, amount, now) : step);
    }

    /** The attempt did not arrive and will not, and nor will its leg. */
    void failed(Attempt attempt, Instant now) {
        touch(attempt.closed(Attempt.State.DEAD, null, now));
        change(step -> step.number() == attempt.step() ? step.with(StepStatus.FAILED, 0, now) : step);
    }

    /** The payer who claimed the payout will not pay: its leg can be sent. */
    void released(Attempt attempt, Instant now) {
        unsent(attempt.closed(Attempt.State.DEAD, null, now));
    }

    /** The attempt never left: its leg can be sent anew. */
    void neverSent(Attempt attempt, Instant now) {
        unsent(attempt.refused(now));
    }

    private void unsent(Attempt attempt) {
        touch(attempt);
        change(step -> step.number() == attempt.step() ? step.with(StepStatus.PENDING, 0, null) : step);
    }

    /** The attempt had been given up and was delivered: its leg goes its own way. */
    void deliveredLate(Attempt attempt, String reference, long amount, Instant now) {
        touch(attempt.deliveredLate(reference, new Attempt.Late(amount, now)));
    }

    /** People know that what is open is dead. */
    void giveUpOpen(Instant now) {
        for (var attempt : List.copyOf(alive.values())) {
            if (attempt.state() == Attempt.State.OPEN) {
                touch(attempt.closed(Attempt.State.DEAD, null, now));
            }
        }
    }

    /** Ends the legs that nothing was decided about. */
    void end(StepStatus status, Instant now) {
        change(step -> step.status().decided() ? step : step.with(status, 0, now));
    }

    /** Legs that did not arrive are sent anew. */
    void reopen() {
        change(step -> step.transferAmount() > 0 ? step : step.with(StepStatus.PENDING, 0, null));
    }

    private void change(UnaryOperator<Payout.Step> each) {
        steps = steps.stream().map(each).toList();
        revisions++;
    }

    private void touch(Attempt attempt) {
        touched.removeIf(other -> other.id().equals(attempt.id()));
        touched.add(attempt);
        attempts.put(attempt.id(), attempt);
        if (attempt.state() == Attempt.State.DEAD) {
            alive.values().removeIf(living -> living.id().equals(attempt.id()));
        } else {
            alive.put(attempt.step(), attempt);
        }
        revisions++;
    }
}
