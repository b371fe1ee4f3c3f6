package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;

/** The states of an uploaded slip, and the one table of how it goes from one to another. */
public enum SlipStatus implements Word {
    PENDING,
    /** It paid its payin. */
    ACCEPTED,
    /** It pays nothing; the payin stays as it is. */
    REJECTED;

    /** What makes a slip change its state. */
    public enum Trigger implements Word {
        /** Its payin was confirmed with it. */
        ACCEPT,
        /** Finance turns it down, or it tells of a payment that another slip of its payin told of. */
        REJECT;
    }

    /** One row of the table. */
    public record Transition(SlipStatus from, Trigger trigger, SlipStatus to) {}

    private static final List<Transition> TABLE = List.of(
            new Transition(PENDING, Trigger.ACCEPT, ACCEPTED), new Transition(PENDING, Trigger.REJECT, REJECTED));

    /** Every transition there is. */
    public static List<Transition> table() {
        return TABLE;
    }

    /**
     * The transition that a trigger makes from here.
     *
     * @throws Problem.Conflict {@code SLIP_STATUS_TRANSITION_INVALID} when there is none
     */
    public Transition on(Trigger trigger) {
        return TABLE.stream()
                .filter(transition -> transition.from == this && transition.trigger == trigger)
                .findFirst()
                .orElseThrow(() -> new Problem.Conflict(
                        "SLIP_STATUS_TRANSITION_INVALID", "This slip is " + word() + " already; look at it again"));
    }

    public static Optional<SlipStatus> of(String word) {
        return Word.find(SlipStatus.class, word);
    }
}
