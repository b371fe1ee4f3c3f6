package io.tical.server.suspense;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.ledger.Posting;
import io.tical.server.transaction.StateTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The states of unallocated funds, and the table of their transitions. */
public enum SuspenseStatus implements Word {
    /** Recorded, and about to be posted. */
    NOTED,
    /** Posted; an operator decides what becomes of it. */
    OPEN,
    /** It paid a payin. */
    MATCHED,
    /** It went back to its sender; a claim was paid back. */
    RETURNED,
    /** The operator keeps it; a claim is the operator's loss. */
    KEPT;

    /** What causes a transition. */
    public enum Trigger implements Word {
        POST,
        MATCH,
        RETURN,
        KEEP;
    }

    /**
     * What a transition posts.
     *
     * @param payment for a payment that arrived
     * @param claim for money that left and is claimed back; null where a claim has no such transition
     */
    record Effect(Posting payment, @Nullable Posting claim) {}

    static final StateTable<SuspenseStatus, Trigger, Effect> TABLE = StateTable.of(
            "suspense",
            SuspenseStatus.class,
            Trigger.class,
            // A claim is opened by the payout that posts it.
            row(NOTED, Trigger.POST, OPEN, new Effect(Posting.SUSPENSE_RECEIVE, null)),
            row(OPEN, Trigger.MATCH, MATCHED, new Effect(Posting.SUSPENSE_RELEASE, null)),
            row(OPEN, Trigger.RETURN, RETURNED, new Effect(Posting.SUSPENSE_RELEASE, Posting.SUSPENSE_CLAIM_RETURN)),
            row(OPEN, Trigger.KEEP, KEPT, new Effect(Posting.SUSPENSE_KEEP, Posting.SUSPENSE_CLAIM_BEAR)));

    public static Optional<SuspenseStatus> of(String word) {
        return Word.find(SuspenseStatus.class, word);
    }
}
