package io.tical.server.transaction;

import io.tical.common.Word;

/** An action of a merchant on a payin or a payout. */
public enum MerchantAction implements Word {
    CANCEL,
    /** Completes it; only in the test environment. */
    TEST_CONFIRM
}
