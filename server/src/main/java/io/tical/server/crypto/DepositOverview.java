package io.tical.server.crypto;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;

/** Deposits in the overview of operators. */
final class DepositOverview {
    /** The payins whose deposits may lack a transfer: two checks in a row found another balance than their transfers explain. */
    static final Queue DIFFERING = new QueueTable(
            "deposits_differing",
            "payin",
            "(SELECT organization_id, livemode, payin_id, state AS status, differs_since FROM crypto_deposit"
                    + " WHERE livemode AND " + DepositStore.DIFFERS + ")",
            "payin_id",
            "true",
            "differs_since",
            false);

    private DepositOverview() {}
}
