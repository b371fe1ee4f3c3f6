package io.tical.server.rail;

/**
 * A call of a rail that a {@link DispatchPlan} contains.
 *
 * @param attempt committed before the call
 * @param dispatch whether to send the attempt; otherwise poll it
 */
public record PlannedCall(TransferOrder order, Attempt attempt, boolean dispatch) {
    PayoutOutcome ask(PayoutRail rail) {
        return dispatch ? rail.dispatch(order) : rail.poll(order);
    }
}
