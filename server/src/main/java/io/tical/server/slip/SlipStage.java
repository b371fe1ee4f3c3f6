package io.tical.server.slip;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;

/** The states of an uploaded slip, and the table of their transitions. */
public enum SlipStage implements Word {
    /** It is being verified. */
    CHECKING(SlipStatus.PENDING),
    /** The bank does not know the transfer yet; the verifier is asked again. */
    WAITING(SlipStatus.PENDING),
    /** An operator decides. Where the verifier could not be reached, it is asked again in the meantime. */
    REVIEW(SlipStatus.PENDING),
    /** It was decided to accept it; its payin is being confirmed. */
    CONFIRMING(SlipStatus.PENDING),
    ACCEPTED(SlipStatus.ACCEPTED),
    REJECTED(SlipStatus.REJECTED);

    /** What causes a transition. */
    public enum Trigger implements Word {
        /** The verifier is to be asked again. */
        DELAY,
        /** An operator is to decide. */
        REFER,
        /** The verifier, or an operator, found that it pays its payin. */
        CONFIRM,
        /** Its payin was confirmed. */
        ACCEPT,
        /** Its payin takes no payment, so the payment went into suspense. */
        SUSPEND,
        /** An operator rejects it, or it proves the payment that another slip of its payin proved. */
        REJECT
    }

    /** What a transition does with the claim on the transfer that the slip proves. */
    enum Effect {
        NONE,
        /** The transfer is claimed for this slip: no other slip is accepted for it. */
        CLAIM_TRANSFER,
        RELEASE_TRANSFER
    }

    static final StateTable<SlipStage, Trigger, Effect> TABLE = StateTable.of(
            "slip",
            SlipStage.class,
            Trigger.class,
            row(CHECKING, Trigger.DELAY, WAITING, Effect.NONE),
            row(CHECKING, Trigger.REFER, REVIEW, Effect.NONE),
            row(CHECKING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            row(CHECKING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            row(CHECKING, Trigger.REJECT, REJECTED, Effect.NONE),
            row(WAITING, Trigger.DELAY, WAITING, Effect.NONE),
            row(WAITING, Trigger.REFER, REVIEW, Effect.NONE),
            row(WAITING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            row(WAITING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            row(WAITING, Trigger.REJECT, REJECTED, Effect.NONE),
            row(REVIEW, Trigger.REFER, REVIEW, Effect.NONE),
            row(REVIEW, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            row(REVIEW, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            row(REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
            row(CONFIRMING, Trigger.ACCEPT, ACCEPTED, Effect.NONE),
            row(CONFIRMING, Trigger.REFER, REVIEW, Effect.RELEASE_TRANSFER));

    private final SlipStatus status;

    SlipStage(SlipStatus status) {
        this.status = status;
    }

    public SlipStatus status() {
        return status;
    }

    /** Whether a person or a verifier may still decide about it. */
    boolean undecided() {
        return TABLE.allows(this, Trigger.CONFIRM);
    }
}
