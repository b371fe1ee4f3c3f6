package io.tical.server.settlement;

import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.StaffDecision;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of staff on settlements. {@link Settlements#decisions} makes them; {@link Settlements#checks} only checks whether they can be
 * made.
 *
 * @param make makes a decision, or only checks whether it can be made
 */
record SettlementDecisions(Function<SettlementCommand, Settlement> make) {
    /**
     * Staff report the outcome of the transfer that they made, or whose outcome the rail does not know. They may also report the late
     * delivery of an attempt that was abandoned or had failed. It completes the settlement if no other attempt may do so; otherwise the
     * money is claimed back.
     *
     * @param attemptId the attempt that it is about; null for the open one
     * @throws Problem.NotFound {@code SETTLEMENT_ATTEMPT_NOT_FOUND}
     * @throws Problem.Conflict {@code SETTLEMENT_STATUS_TRANSITION_INVALID} when an automatic rail works on it or the outcome is known;
     *     {@code TRANSFER_ALREADY_USED} when the transfer paid another settlement or a payout
     */
    Settlement reportOutcome(TransactionKey key, @Nullable UUID attemptId, PayoutOutcome outcome, StaffDecision by) {
        return make.apply(
                new SettlementCommand.StaffReport(key, attemptId, outcome, by.actor(), by.version(), by.note()));
    }

    /**
     * Staff report a transfer that arrived in addition to the recorded delivery of an attempt. It is recorded as an attempt of its own, and
     * claimed back.
     *
     * @throws Problem.NotFound {@code SETTLEMENT_ATTEMPT_NOT_FOUND}
     * @throws Problem.Conflict {@code SETTLEMENT_STATUS_TRANSITION_INVALID} when no delivery of the attempt is recorded, or the settlement
     *     has the transfer already; {@code TRANSFER_ALREADY_USED} when the transfer paid something else
     */
    Settlement reportFurther(TransactionKey key, UUID attemptId, PayoutOutcome.Delivered transfer, StaffDecision by) {
        return make.apply(
                new SettlementCommand.ReportFurther(key, attemptId, transfer, by.actor(), by.version(), by.note()));
    }

    /** Staff send a settlement again whose outcome the rail does not know. */
    Settlement retry(TransactionKey key, StaffDecision by) {
        return make.apply(new SettlementCommand.Retry(key, by.actor(), by.version(), by.note()));
    }
}
