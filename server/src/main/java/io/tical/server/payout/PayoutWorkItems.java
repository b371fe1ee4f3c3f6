package io.tical.server.payout;

import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.rail.ManualRail;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.util.List;
import java.util.UUID;

/** {@code /admin/v1/payouts}: the payouts of all organizations. */
record PayoutWorkItems(Payouts payouts, StaffTimeline timelines) implements WorkItems<PayoutAggregate> {
    static final Kind KIND = new Kind("/admin/v1/payouts", PayoutAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of(
                "status", "currency", "order_ref", "merchant_ref_id", "q", "rail", "organization_id", "livemode");
    }

    @Override
    public Selected<PayoutAggregate> select(Query query) {
        var filter = Payouts.filter(query);
        var rail = query.text("rail").orElse(null);
        var environments = Environments.of(query);
        // The manual rail is for live payouts only: this skips the test payouts without reading them.
        var listed = ManualRail.NAME.equals(rail) && environments.livemode() == null
                ? new Environments(environments.organizationId(), true)
                : environments;
        return new Selected<>(
                environments + " " + filter + " " + rail, page -> payouts.list(listed, filter, rail, page));
    }

    @Override
    public PayoutAggregate get(UUID id) {
        return payouts.get(id);
    }

    @Override
    public Standing standing(PayoutAggregate payout) {
        return new Standing(payout.status(), !PossiblePayoutDecision.on(payout).isEmpty());
    }

    @Override
    public Object row(PayoutAggregate payout, String organizationName, LeaseView lease) {
        return PayoutAdminView.of(payout, organizationName, lease);
    }

    @Override
    public Object detail(PayoutAggregate payout, String organizationName, LeaseView lease) {
        return PayoutAdminView.detailed(
                PayoutAdminView.of(payout, organizationName, lease),
                payout,
                timelines.of(payout.key(), List.of(payout.key().id()), payouts.timeline(payout.payout())),
                payouts.earlierDeliveries(payout.payout()));
    }
}
