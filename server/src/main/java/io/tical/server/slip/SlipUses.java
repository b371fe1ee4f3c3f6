package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.payin.Payin;
import io.tical.server.rail.PaidTransfer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the transfer of a slip besides its verification.
 *
 * @param earlier uses of the same transfer or of a similar picture
 * @param sent what it paid, if it was sent; null if it was not
 * @param recorded whether the payment may be one that the payin already has
 */
record SlipUses(List<EarlierUse> earlier, @Nullable PaidTransfer sent, boolean recorded) {
    static SlipUses of(Session session, Slip slip, Payin payin, Slip.@Nullable Transfer transfer) {
        return new SlipUses(
                SlipUseStore.find(session, slip, transfer),
                SentTransfers.find(session, slip.key().livemode(), transfer).orElse(null),
                RecordedPayments.mayInclude(session, slip, payin));
    }
}
