package io.tical.server.suspense;

import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.util.UUID;

/** An operator's decision on unallocated funds. */
public sealed interface Disposition {
    /** Pays this payin of the same organization; the merchant is credited, less the fee. */
    record Match(UUID payinId) implements Disposition {}

    /** The funds were returned to their sender; a claim was paid back to the operator. */
    record Return() implements Disposition {}

    /** The operator keeps the funds; a claim is written off. */
    record Keep() implements Disposition {}

    default Trigger trigger() {
        return switch (this) {
            case Match match -> Trigger.MATCH;
            case Return back -> Trigger.RETURN;
            case Keep keep -> Trigger.KEEP;
        };
    }
}
