package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.Row;

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
            new Row<>(CHECKING, Trigger.DELAY, WAITING, Effect.NONE),
            new Row<>(CHECKING, Trigger.REFER, REVIEW, Effect.NONE),
            new Row<>(CHECKING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            new Row<>(CHECKING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            new Row<>(CHECKING, Trigger.REJECT, REJECTED, Effect.NONE),
            new Row<>(WAITING, Trigger.DELAY, WAITING, Effect.NONE),
            new Row<>(WAITING, Trigger.REFER, REVIEW, Effect.NONE),
            new Row<>(WAITING, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            new Row<>(WAITING, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            new Row<>(WAITING, Trigger.REJECT, REJECTED, Effect.NONE),
            new Row<>(REVIEW, Trigger.REFER, REVIEW, Effect.NONE),
            new Row<>(REVIEW, Trigger.CONFIRM, CONFIRMING, Effect.CLAIM_TRANSFER),
            new Row<>(REVIEW, Trigger.SUSPEND, ACCEPTED, Effect.CLAIM_TRANSFER),
            new Row<>(REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
            new Row<>(CONFIRMING, Trigger.ACCEPT, ACCEPTED, Effect.NONE),
            new Row<>(CONFIRMING, Trigger.REFER, REVIEW, Effect.RELEASE_TRANSFER));

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
