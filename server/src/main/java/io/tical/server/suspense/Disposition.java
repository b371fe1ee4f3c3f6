package io.tical.server.suspense;

import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.util.UUID;

/** What is to become of money in suspense. */
public sealed interface Disposition {
    /** It pays this payin of the same organization: {@code success}, and the merchant has it less the fee. */
    record Match(UUID payinId) implements Disposition {}

    /** It goes back to who sent it; of a claim, it came back to the operator. */
    record Return() implements Disposition {}

    /** The operator keeps it; of a claim, the operator bears it. */
    record Keep() implements Disposition {}

    default Trigger trigger() {
        return switch (this) {
            case Match match -> Trigger.MATCH;
            case Return back -> Trigger.RETURN;
            case Keep keep -> Trigger.KEEP;
        };
    }
}
