package io.tical.server.slip;

import io.tical.common.Word;

/** The status of an uploaded slip as merchants and payers see it; {@link SlipStage} has the state machine. */
public enum SlipStatus implements Word {
    PENDING,
    /** It proved a payment of the payin, or one that became unallocated funds. */
    ACCEPTED,
    /** It proved no payment; the payin is unchanged. */
    REJECTED
}
