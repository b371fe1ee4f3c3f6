package io.tical.server.settlement;

import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.Action;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an existing settlement; {@link SettlementRules} decides it. What staff do is refused with {@code
 * SETTLEMENT_STATUS_TRANSITION_INVALID} if the settlement does not allow it, and with {@code TRANSFER_ALREADY_USED} if it names a transfer
 * that paid something else. {@code SETTLEMENT_ATTEMPT_NOT_FOUND} when the settlement has no such attempt.
 */
sealed interface SettlementAction extends Action {
    /** A rail reports the outcome of an attempt, possibly repeatedly. */
    record Report(UUID attemptId, PayoutOutcome outcome) implements SettlementAction {}

    /**
     * Staff report the outcome of the transfer that they made, or whose outcome the rail does not know. They may also report the late
     * delivery of an attempt that was abandoned or had failed. It completes the settlement if no other attempt may do so; otherwise the
     * money is claimed back.
     *
     * @param attemptId the attempt that it is about; null for the open one
     */
    record StaffReport(@Nullable UUID attemptId, PayoutOutcome outcome) implements SettlementAction {}

    /**
     * Staff report a transfer that arrived in addition to the recorded delivery of an attempt. It is recorded as an attempt of its own, and
     * claimed back.
     */
    record ReportFurther(UUID attemptId, PayoutOutcome.Delivered transfer) implements SettlementAction {}

    /** Staff send a settlement again whose outcome the rail does not know. */
    record Retry() implements SettlementAction {}

    /**
     * The bank gave a completed settlement back: its net amount and its fee go to the merchant. {@code BANK_ENTRY_RETURN_DIFFERS} if another
     * amount came back.
     *
     * @param entry that shows it
     * @param amount minor units that came back
     */
    record ComeBack(UUID entry, long amount) implements SettlementAction {}

    @Override
    default Stream<String> references() {
        return switch (this) {
            case Report report -> report.outcome.references();
            case StaffReport reported -> reported.outcome.references();
            case ReportFurther reported -> reported.transfer.references();
            case Retry _, ComeBack _ -> Stream.empty();
        };
    }

    /** A report of a rail may be repeated, because an attempt ends at most once. */
    @Override
    default boolean repeatable() {
        return this instanceof Report;
    }
}
