package io.tical.server.slip;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;

/** The stages of an uploaded slip and their transitions. */
public enum SlipStage implements Word {
    /** Verification is in progress. */
    CHECKING(SlipStatus.PENDING),
    /** The bank does not know the transfer yet; verification is retried. */
    WAITING(SlipStatus.PENDING),
    /** An operator decides. If the verifier was unreachable, verification is also retried. */
    REVIEW(SlipStatus.PENDING),
    /** Accepted; the payin is being confirmed. */
    CONFIRMING(SlipStatus.PENDING),
    ACCEPTED(SlipStatus.ACCEPTED),
    REJECTED(SlipStatus.REJECTED);

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** Verification must be retried. */
        DELAY,
        /** An operator must decide. */
        REFER,
        /** The verifier or an operator confirms that it pays its payin. */
        CONFIRM,
        /** Its payin was confirmed. */
        ACCEPT,
        /** Its payin accepts no payment, so the payment became unallocated funds. */
        SUSPEND,
        /** The bank's entry of the same transfer has paid its payin. */
        PROVE,
        /** An operator rejects it, or it proves the payment that has paid its payin already. */
        REJECT
    }

    /** The effect of a transition on the slip's claim on its transfer. */
    enum Effect {
        NONE,
        /** Claims the transfer: no other slip can be accepted for it. */
        CLAIM_TRANSFER,
        RELEASE_TRANSFER
    }

    static final StateTable<SlipStage, Trigger, Effect> TABLE = StateTable.of(
                    "slip",
                    row(CHECKING, Trigger.DELAY, WAITING, Effect.NONE),
                    row(CHECKING, Trigger.REFER, REVIEW, Effect.NONE),
                    row(CHECKING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
                    row(CHECKING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(CHECKING, Trigger.PROVE, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(CHECKING, Trigger.REJECT, REJECTED, Effect.NONE),
                    row(WAITING, Trigger.DELAY, WAITING, Effect.NONE),
                    row(WAITING, Trigger.REFER, REVIEW, Effect.NONE),
                    row(WAITING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
                    row(WAITING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(WAITING, Trigger.PROVE, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(WAITING, Trigger.REJECT, REJECTED, Effect.NONE),
                    row(REVIEW, Trigger.REFER, REVIEW, Effect.NONE),
                    row(REVIEW, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
                    row(REVIEW, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(REVIEW, Trigger.PROVE, ACCEPTED, Effect.CLAIM_TRANSFER),
                    row(REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
                    row(CONFIRMING, Trigger.ACCEPT, ACCEPTED, Effect.NONE),
                    row(CONFIRMING, Trigger.REFER, REVIEW, Effect.RELEASE_TRANSFER))
            .operators(Trigger.CONFIRM, "accept")
            .operators(Trigger.SUSPEND, "suspend")
            .operators(Trigger.REJECT, "reject");

    private final SlipStatus status;

    SlipStage(SlipStatus status) {
        this.status = status;
    }

    public SlipStatus status() {
        return status;
    }

    /** Whether the slip is undecided. */
    boolean undecided() {
        return TABLE.allows(this, Trigger.CONFIRM);
    }
}
