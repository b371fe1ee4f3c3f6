package io.tical.server.suspense;

import io.tical.server.rail.PaidTransfer;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An operator's decision on unallocated funds. */
public sealed interface Disposition {
    /** Pays this payin of the same organization; the merchant is credited, less the fee. */
    record Match(UUID payinId) implements Disposition {}

    /**
     * The funds were returned to their sender; a claim was paid back to the operator.
     *
     * @param reference of the transfer that did
     */
    record Return(String reference) implements Disposition {
        /** The transfer that returned these funds. */
        PaidTransfer transfer(SuspenseItem funds) {
            return PaidTransfer.back(
                    reference,
                    PaidTransfer.Use.RETURN,
                    funds.key(),
                    funds.payment().amount());
        }
    }

    /** The operator keeps the funds; a claim is written off. */
    record Keep() implements Disposition {}

    default Trigger trigger() {
        return switch (this) {
            case Match match -> Trigger.MATCH;
            case Return back -> Trigger.RETURN;
            case Keep keep -> Trigger.KEEP;
        };
    }

    /** The reference of the transfer that returned the funds; null for other dispositions. */
    default @Nullable String returnedReference() {
        return this instanceof Return back ? back.reference() : null;
    }
}
