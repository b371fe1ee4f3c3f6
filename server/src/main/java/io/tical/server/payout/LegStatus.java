package io.tical.server.payout;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;

/** The states of one leg of a payout. */
public enum LegStatus implements Word {
    PENDING,
    /** An attempt to send it is open. */
    PROCESSING,
    SUCCESS,
    PARTIAL_SUCCESS,
    FAILED,
    CANCELLED;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** An attempt is opened. */
        SEND,
        /** An attempt was delivered in full. */
        DELIVER,
        /** An attempt was delivered in part. */
        DELIVER_PART,
        /** An attempt failed, or staff reject the payout. */
        FAIL,
        /** An attempt ended before it was sent, or the match with a payer was released: it can be sent again. */
        NOT_SENT,
        /** The merchant cancels the payout, or its review expires. */
        CANCEL,
        RETRY,
        /** The whole payout is confirmed. */
        CONFIRM
    }

    // Earlier versions could leave a leg in processing without an open attempt. It can be sent and cancelled like a
    // pending leg.
    static final StateTable<LegStatus, Trigger, NoEffect> TABLE = StateTable.of(
            "payout_leg",
            row(PENDING, Trigger.SEND, PROCESSING),
            row(PENDING, Trigger.DELIVER, SUCCESS),
            row(PENDING, Trigger.DELIVER_PART, PARTIAL_SUCCESS),
            row(PENDING, Trigger.FAIL, FAILED),
            row(PENDING, Trigger.CANCEL, CANCELLED),
            row(PENDING, Trigger.RETRY, PENDING),
            row(PENDING, Trigger.CONFIRM, SUCCESS),
            row(PROCESSING, Trigger.SEND, PROCESSING),
            row(PROCESSING, Trigger.DELIVER, SUCCESS),
            row(PROCESSING, Trigger.DELIVER_PART, PARTIAL_SUCCESS),
            row(PROCESSING, Trigger.FAIL, FAILED),
            row(PROCESSING, Trigger.NOT_SENT, PENDING),
            row(PROCESSING, Trigger.CANCEL, CANCELLED),
            row(PROCESSING, Trigger.RETRY, PENDING),
            row(PROCESSING, Trigger.CONFIRM, SUCCESS),
            row(PARTIAL_SUCCESS, Trigger.CONFIRM, SUCCESS),
            row(FAILED, Trigger.RETRY, PENDING),
            row(FAILED, Trigger.CONFIRM, SUCCESS),
            row(CANCELLED, Trigger.CONFIRM, SUCCESS));

    /** Whether the leg is final unless staff retry the payout. */
    boolean hasOutcome() {
        return switch (this) {
            case PENDING, PROCESSING -> false;
            case SUCCESS, PARTIAL_SUCCESS, FAILED, CANCELLED -> true;
        };
    }
}
