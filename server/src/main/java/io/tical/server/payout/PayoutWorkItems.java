package io.tical.server.payout;

import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import java.util.UUID;

/** {@code /admin/v1/payouts}: the payouts of all organizations. */
record PayoutWorkItems(PayoutQueue queue, Payouts payouts) implements WorkItems<PayoutAggregate> {
    static final Kind KIND = new Kind("/admin/v1/payouts", PayoutAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Selected<PayoutAggregate> select(Query query) {
        var filter = PayoutQueue.Filter.of(query);
        return new Selected<>(filter.toString(), page -> queue.list(filter, page));
    }

    @Override
    public PayoutAggregate get(UUID id) {
        return queue.get(id);
    }

    @Override
    public Standing standing(PayoutAggregate payout) {
        return new Standing(payout.status(), !PossibleDecision.on(payout).isEmpty());
    }

    @Override
    public Object row(PayoutAggregate payout, String organizationName, Claim claim) {
        return PayoutAdminView.of(payout, organizationName, claim);
    }

    @Override
    public Object detail(PayoutAggregate payout, String organizationName, Claim claim) {
        return PayoutAdminView.detailed(
                PayoutAdminView.of(payout, organizationName, claim),
                payout,
                payouts.timeline(payout.payout()),
                queue.earlierDeliveries(payout.payout()));
    }
}
