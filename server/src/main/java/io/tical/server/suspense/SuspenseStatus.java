package io.tical.server.suspense;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;

/** The states of money in suspense, and the one table of how it goes from one to another. */
public enum SuspenseStatus implements Word {
    /** It was seen and is not posted yet; within moments it is. */
    NOTED,
    /** Somebody is to say what becomes of it. */
    OPEN,
    /** It paid a payin after all. */
    MATCHED,
    /** It went back to who sent it. */
    RETURNED,
    /** The operator keeps it. */
    KEPT;

    /** What makes it change its state. */
    public enum Trigger implements Word {
        POST,
        MATCH,
        RETURN,
        KEEP;
    }

    /** One row of the table. */
    public record Transition(SuspenseStatus from, Trigger trigger, SuspenseStatus to) {}

    private static final List<Transition> TABLE = List.of(
            new Transition(NOTED, Trigger.POST, OPEN),
            new Transition(OPEN, Trigger.MATCH, MATCHED),
            new Transition(OPEN, Trigger.RETURN, RETURNED),
            new Transition(OPEN, Trigger.KEEP, KEPT));

    /** Every transition there is. */
    public static List<Transition> table() {
        return TABLE;
    }

    /**
     * The transition that a trigger makes from here.
     *
     * @throws Problem.Conflict {@code SUSPENSE_STATUS_TRANSITION_INVALID} when there is none
     */
    public Transition on(Trigger trigger) {
        return TABLE.stream()
                .filter(transition -> transition.from == this && transition.trigger == trigger)
                .findFirst()
                .orElseThrow(() -> new Problem.Conflict(
                        "SUSPENSE_STATUS_TRANSITION_INVALID",
                        "This money is " + word() + " already; look at it again before you decide"));
    }

    public static Optional<SuspenseStatus> of(String word) {
        return Word.find(SuspenseStatus.class, word);
    }
}
