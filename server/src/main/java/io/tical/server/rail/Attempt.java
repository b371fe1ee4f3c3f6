package io.tical.server.rail;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send one leg of a payout or a settlement. It is committed before the rail is called. A leg has at most one attempt that is
 * not dead. A further transfer, which the service did not send, is recorded as a dead attempt without an end.
 *
 * @param number from 1, within its leg
 * @param polls the number of polls of the rail; of an attempt that people transfer, how far it was handed on
 * @param neverSent whether the rail refused it before it was sent
 * @param late the delivery reported after the end of the attempt, or null
 * @param route why this rail was chosen, in a text for operators; null if there was no choice
 * @param connection of the rail when it was created, as {@link PayoutRail#connection}
 */
public record Attempt(
        int leg,
        int number,
        UUID id,
        String rail,
        long amount,
        State state,
        int polls,
        @Nullable String railReference,
        Instant createdAt,
        @Nullable Instant closedAt,
        boolean neverSent,
        @Nullable Late late,
        @Nullable String route,
        @Nullable String connection) {
    /** It was handed to staff. */
    static final int WITH_STAFF = 1;

    /** It was given to the bank in a file. */
    static final int AT_BANK = 2;

    /** The rail of an attempt that a payer pays. */
    public static final String PAYER = "p2p";

    /**
     * A delivery reported after the end of the attempt.
     *
     * @param amount minor units, 0 when the rail reported none
     */
    public record Late(long amount, Instant at) {}

    /** The states of an attempt. */
    public enum State implements Word {
        /** It was sent or will be, and may still arrive. */
        OPEN,
        DELIVERED,
        /** It failed or was abandoned, and its leg may get a new attempt; or it records a further transfer. */
        DEAD;

        public static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
                "attempt",
                row(OPEN, Trigger.DELIVER, DELIVERED),
                row(OPEN, Trigger.FAIL, DEAD),
                row(OPEN, Trigger.REFUSE, DEAD),
                row(OPEN, Trigger.ABANDON, DEAD),
                row(OPEN, Trigger.RELEASE, DEAD),
                row(DEAD, Trigger.DELIVER_LATE, DELIVERED),
                row(DEAD, Trigger.CLAIM_BACK, DEAD));
    }

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        DELIVER,
        FAIL,
        /** The rail refused it before it was sent. */
        REFUSE,
        /** Staff decide that it will not arrive. */
        ABANDON,
        /** The match with a payer was released. */
        RELEASE,
        /** It was delivered late, and pays its leg. */
        DELIVER_LATE,
        /** It was delivered late and does not pay its leg: the company that runs the service claims the money back. */
        CLAIM_BACK
    }

    /**
     * The next attempt of a leg.
     *
     * @param leg the number of the leg
     * @param before the attempts of the leg so far
     * @param amount minor units
     */
    public static Attempt next(UUID id, int leg, Collection<Attempt> before, String rail, long amount, Instant now) {
        var last = before.stream().mapToInt(Attempt::number).max().orElse(0);
        return new Attempt(leg, last + 1, id, rail, amount, State.OPEN, 0, null, now, null, false, null, null, null);
    }

    /** Sent by another rail, before it is committed. */
    Attempt routed(Route to) {
        return new Attempt(
                leg,
                number,
                id,
                to.rail(),
                amount,
                state,
                polls,
                railReference,
                createdAt,
                closedAt,
                neverSent,
                late,
                to.why(),
                to.connection());
    }

    /**
     * Records a transfer that arrived in addition to the recorded delivery of an attempt, to be delivered late. It was never open, so it
     * has no time of its end.
     *
     * @param before the attempts of the leg so far
     */
    public static Attempt further(UUID id, Attempt recorded, Collection<Attempt> before, Instant now) {
        return next(id, recorded.leg(), before, recorded.rail(), recorded.amount(), now)
                .with(State.DEAD, 0, null, null, false, null);
    }

    /** Ends the attempt. */
    public Attempt on(Trigger trigger, @Nullable String reference, Instant at) {
        var to = State.TABLE.on(state, trigger).to();
        return with(to, polls, reference, at, trigger == Trigger.REFUSE, late);
    }

    /** Records a delivery after the end of the attempt. */
    public Attempt onLate(Trigger trigger, @Nullable String reference, Late late) {
        var to = State.TABLE.on(state, trigger).to();
        var pays = to == State.DELIVERED;
        return with(to, polls, reference, pays ? late.at() : closedAt, neverSent && !pays, late);
    }

    /** The open attempt on another rail, while nothing was sent on either. */
    Attempt on(String otherRail) {
        return new Attempt(
                leg,
                number,
                id,
                otherRail,
                amount,
                state,
                polls,
                railReference,
                createdAt,
                closedAt,
                neverSent,
                late,
                route,
                connection);
    }

    public Attempt withPolls(int polls) {
        return with(state, polls, railReference, closedAt, neverSent, late);
    }

    private Attempt with(
            State state,
            int polls,
            @Nullable String reference,
            @Nullable Instant closedAt,
            boolean neverSent,
            @Nullable Late late) {
        return new Attempt(
                leg,
                number,
                id,
                rail,
                amount,
                state,
                polls,
                reference,
                createdAt,
                closedAt,
                neverSent,
                late,
                route,
                connection);
    }

    public @Nullable Long lateAmount() {
        return late == null ? null : Long.valueOf(late.amount());
    }

    public @Nullable Instant lateAt() {
        return late == null ? null : late.at();
    }

    /** Whether it may arrive or has arrived, so that its leg must not be sent again. */
    public boolean living() {
        return state != State.DEAD;
    }

    /** Whether its delivery is recorded. */
    public boolean recorded() {
        return state == State.DELIVERED || late != null;
    }

    /** Whether it records a transfer that arrived in addition to the delivery of another attempt, and did not pay its leg. */
    public boolean isFurther() {
        return state == State.DEAD && closedAt == null;
    }

    /** Whether a payer pays it instead of a rail. */
    public boolean byPayer() {
        return rail.equals(PAYER);
    }
}
