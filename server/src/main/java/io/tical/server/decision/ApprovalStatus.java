package io.tical.server.decision;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;

/** The states of a decision that needs a second person, and their transitions. */
public enum ApprovalStatus implements Word {
    /** Another operator must approve or refuse it. */
    PENDING,
    /** It was approved, and takes effect when its waiting time is over. */
    SCHEDULED,
    /** It was approved and is being executed. */
    APPROVED,
    /** It was executed. */
    DONE,
    /** It could not be executed, because the object has changed since or refuses it. */
    FAILED,
    /** Another operator refused it, perhaps after it was approved. */
    REFUSED,
    /** The maker withdrew it. */
    WITHDRAWN;

    /** Whether no other decision on the object is possible. */
    boolean isOpen() {
        return this == PENDING || this == SCHEDULED || this == APPROVED;
    }

    /** Whether a second person has approved the decision. */
    boolean wasApproved() {
        return this == SCHEDULED || this == APPROVED || this == DONE || this == FAILED;
    }

    enum Trigger implements Word {
        APPROVE,
        SCHEDULE,
        START,
        COMPLETE,
        FAIL,
        REFUSE,
        WITHDRAW
    }

    static final StateTable<ApprovalStatus, Trigger, NoEffect> TABLE = StateTable.of(
                    "approval",
                    row(PENDING, Trigger.APPROVE, APPROVED),
                    row(PENDING, Trigger.SCHEDULE, SCHEDULED),
                    row(PENDING, Trigger.REFUSE, REFUSED),
                    row(PENDING, Trigger.WITHDRAW, WITHDRAWN),
                    row(SCHEDULED, Trigger.START, APPROVED),
                    row(SCHEDULED, Trigger.REFUSE, REFUSED),
                    row(SCHEDULED, Trigger.WITHDRAW, WITHDRAWN),
                    row(APPROVED, Trigger.COMPLETE, DONE),
                    row(APPROVED, Trigger.FAIL, FAILED))
            .operators(Trigger.APPROVE, "approve")
            .operators(Trigger.REFUSE, "refuse")
            .operators(Trigger.WITHDRAW, "withdraw");
}
