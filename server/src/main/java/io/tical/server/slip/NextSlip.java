package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.payin.PayinStatus;

/** Whether the payer of a payin can send another slip. */
enum NextSlip implements Word {
    OPEN,
    /** The payin has expired, and its payer may have paid before. */
    EXPIRED,
    /** The payin has as many slips as it can have. */
    LIMIT,
    /** The payin takes no payment any more. */
    ENDED;

    /** @param uploads the slips that the payin has */
    static NextSlip of(PayinStatus payin, int uploads) {
        if (!payin.takesPayment()) {
            return ENDED;
        }
        if (uploads >= Slips.UPLOADS_MAX) {
            return LIMIT;
        }
        return payin == PayinStatus.EXPIRED ? EXPIRED : OPEN;
    }
}
