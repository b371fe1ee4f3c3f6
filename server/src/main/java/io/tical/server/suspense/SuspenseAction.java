package io.tical.server.suspense;

import io.tical.server.rail.PaidTransfer;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Action;
import java.util.UUID;

/**
 * What happens to unallocated funds; {@link SuspenseGroup} decides it. {@code SUSPENSE_STATUS_TRANSITION_INVALID} when the funds were
 * decided before.
 */
public sealed interface SuspenseAction extends Action {
    /** Background work posts recorded funds, possibly repeatedly. */
    record Post() implements SuspenseAction {}

    /**
     * Pays this payin of the same organization; the merchant is credited, less the fee. {@code PAYIN_NOT_FOUND} when the organization has no
     * such payin in this environment; {@code CURRENCY_MISMATCH} when it is in another currency; {@code PAYIN_STATUS_TRANSITION_INVALID}
     * when it accepts no payment.
     */
    record Match(UUID payinId) implements SuspenseAction {}

    /**
     * The funds were returned to their sender; a claim was paid back to the operator.
     *
     * @param reference of the transfer that did
     */
    record Return(String reference) implements SuspenseAction {
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
    record Keep() implements SuspenseAction {}

    default Trigger trigger() {
        return switch (this) {
            case Post _ -> Trigger.POST;
            case Match _ -> Trigger.MATCH;
            case Return _ -> Trigger.RETURN;
            case Keep _ -> Trigger.KEEP;
        };
    }

    @Override
    default boolean repeatable() {
        return this instanceof Post;
    }
}
