package io.tical.server.suspense;

import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.util.UUID;

/** What an operator decides about unallocated funds. */
public sealed interface Disposition {
    /** They pay this payin of the same organization; the merchant is credited, less the fee. */
    record Match(UUID payinId) implements Disposition {}

    /** They are returned to their sender; a claim was paid back to the operator. */
    record Return() implements Disposition {}

    /** The operator keeps them; a claim is the operator's loss. */
    record Keep() implements Disposition {}

    default Trigger trigger() {
        return switch (this) {
            case Match match -> Trigger.MATCH;
            case Return back -> Trigger.RETURN;
            case Keep keep -> Trigger.KEEP;
        };
    }
}
