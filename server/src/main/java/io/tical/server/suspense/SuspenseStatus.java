package io.tical.server.suspense;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.ledger.PostingType;
import io.tical.server.transaction.StateTable;
import org.jspecify.annotations.Nullable;

/** The states of unallocated funds and their transitions. */
public enum SuspenseStatus implements Word {
    /** Recorded; background work posts it. */
    NOTED,
    /** Posted; an operator must decide. */
    OPEN,
    /** The payment paid a payin. */
    MATCHED,
    /** The payment was returned to its sender; the claim was paid back. */
    RETURNED,
    /** The operator keeps the payment; the claim is written off. */
    KEPT;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        POST,
        MATCH,
        RETURN,
        KEEP
    }

    /**
     * The posting of a transition.
     *
     * @param payment the posting of a payment
     * @param claim the posting of a claim; null where a claim has no such transition
     */
    record Effect(PostingType payment, @Nullable PostingType claim) {}

    static final StateTable<SuspenseStatus, Trigger, Effect> TABLE = StateTable.of(
                    "suspense",
                    // The payout posts the opening of a claim.
                    row(NOTED, Trigger.POST, OPEN, new Effect(PostingType.SUSPENSE_RECEIVE, null)),
                    row(OPEN, Trigger.MATCH, MATCHED, new Effect(PostingType.SUSPENSE_RELEASE, null)),
                    row(
                            OPEN,
                            Trigger.RETURN,
                            RETURNED,
                            new Effect(PostingType.SUSPENSE_RELEASE, PostingType.SUSPENSE_CLAIM_RETURN)),
                    row(
                            OPEN,
                            Trigger.KEEP,
                            KEPT,
                            new Effect(PostingType.SUSPENSE_KEEP, PostingType.SUSPENSE_CLAIM_BEAR)))
            .operators(Trigger.MATCH, "match")
            .operators(Trigger.RETURN, "return")
            .operators(Trigger.KEEP, "keep");
}
