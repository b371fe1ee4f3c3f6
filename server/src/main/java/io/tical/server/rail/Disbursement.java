package io.tical.server.rail;

import io.tical.common.Word;
import io.tical.server.key.Keyed;
import io.tical.server.ledger.Movement;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A payout or a settlement: money that leaves over a rail in one or more legs. Each leg is sent by attempts, until one of them is delivered.
 * {@link DispatchPlan} decides what is sent and polled, {@link AttemptReport} what is reported. Immutable.
 *
 * @param <A> the implementing type
 */
public interface Disbursement<A extends Disbursement<A>> extends Keyed {
    /** @param amount minor units to send */
    record UndecidedLeg(int number, long amount) {}

    EventType.Subject subject();

    Word status();

    /** The merchant's reference, by which a repeated order is recognized; null if there is none. */
    default @Nullable String merchantReference() {
        return null;
    }

    /** The number of legs. */
    default int legCount() {
        return 1;
    }

    /** The legs without an outcome. */
    Stream<UndecidedLeg> undecidedLegs();

    Execution execution();

    A with(Execution execution);

    /** Whether the service sends and polls its legs now. */
    boolean sendable();

    /** Whether its status allows that a leg is paid. */
    boolean payable();

    /** Whether staff must decide on it, because the rail does not know its outcome. */
    boolean inReview();

    /** The next background processing, or null. */
    @Nullable
    Instant dueAt();

    A withDueAt(@Nullable Instant dueAt);

    /** With a new attempt. */
    default A opened(Attempt attempt, Instant now) {
        return with(attempt);
    }

    /** The order of an attempt to its rail. */
    TransferOrder order(Attempt attempt);

    /** An attempt in a text for people. */
    default String name(Attempt attempt) {
        return "attempt " + attempt.number();
    }

    /**
     * Refuses a report that this attempt does not take now.
     *
     * @param late whether it reports the delivery of a dead attempt
     */
    default void requireReportable(Attempt attempt, boolean late) {}

    /** Whether an attempt can have delivered this amount, in minor units; any other one is an error of the rail. */
    default boolean plausible(Attempt attempt, long amount) {
        return amount == attempt.amount();
    }

    /** What an attempt took from the account that paid it, in minor units: of one without an outcome, what it is to take. */
    default long taken(Attempt attempt) {
        var late = attempt.lateAmount();
        return late == null || late == 0 ? attempt.amount() : late;
    }

    /** Whether the transfers that rails report are recorded as payments, beside those that staff name. */
    boolean recordsTransfersOfRails();

    /** @param paying the attempt that paid its leg, after its transition */
    Decision<A> delivered(Attempt paying, PayoutOutcome.Delivered delivered, By by, Instant now);

    /** @param dead the attempt that failed, after its transition */
    Decision<A> failed(Attempt dead, PayoutOutcome.Failed failed, By by, Instant now);

    /** @param dead the attempt that ended before it was sent, after its transition */
    default A neverSent(Attempt dead, Instant now) {
        return with(dead);
    }

    /** Refers it to staff. One that is no longer processing stays unchanged. */
    Decision<A> loseTrack(String reason, By by, Instant now);

    /** Refers it to staff because of a delivery that is claimed back, if it still awaits an outcome. */
    default Decision<A> deliveredTwice(String reason, By by, Instant now) {
        return loseTrack(reason, by, now);
    }

    /** The currency of its attempts. */
    String payableCurrency();

    /** The movements of a claim for an amount in minor units. */
    List<Movement> claim(long amount);

    /** All attempts of all legs. */
    default List<Attempt> attempts() {
        return execution().attempts();
    }

    /** Adds or replaces an attempt. */
    default A with(Attempt attempt) {
        return with(execution().with(attempt));
    }

    private Optional<Attempt> attempt(Predicate<Attempt> which) {
        return attempts().stream().filter(which).findFirst();
    }

    default Optional<Attempt> attempt(UUID attemptId) {
        return attempt(one -> one.id().equals(attemptId));
    }

    default List<Attempt> attemptsOf(int leg) {
        return attempts().stream().filter(one -> one.leg() == leg).toList();
    }

    /** The attempt of a leg that is not dead. */
    default Optional<Attempt> living(int leg) {
        return attempt(one -> one.leg() == leg && one.living());
    }

    /** The open attempt of a leg. */
    default Optional<Attempt> open(int leg) {
        return attempt(one -> one.leg() == leg && one.state() == Attempt.State.OPEN);
    }

    /**
     * Whether staff may report the outcome of an open attempt: they make the transfer themselves, or the rail does not know its outcome.
     */
    default boolean staffMayReport(Attempt attempt) {
        return inReview() || attempt.rail().equals(ManualRail.NAME);
    }

    /** Whether a late delivery of a dead attempt pays its leg: no other attempt has paid it or may pay it. */
    default boolean canStillBePaidBy(Attempt dead) {
        return living(dead.leg()).isEmpty() && undecidedLegs().anyMatch(leg -> leg.number() == dead.leg());
    }

    /** Whether an attempt of an unpaid leg was delivered late and is claimed back, so that sending the leg again would pay it twice. */
    default boolean hasUnpaidLateDelivery() {
        return attempts().stream()
                .filter(one -> one.late() != null && one.late().amount() > 0)
                .anyMatch(one ->
                        attemptsOf(one.leg()).stream().noneMatch(other -> other.state() == Attempt.State.DELIVERED));
    }

    /** Due with one of its legs, unless another leg is due earlier. */
    default A dueWith(Instant legDueAt) {
        var other = legCount() == 1 ? null : dueAt();
        return withDueAt(other == null || legDueAt.isBefore(other) ? legDueAt : other);
    }
}
