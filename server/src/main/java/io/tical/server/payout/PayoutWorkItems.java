package io.tical.server.payout;

import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.input.Query;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptView;
import io.tical.server.rail.ManualRail;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/payouts}: the payouts of all organizations. */
record PayoutWorkItems(Payouts payouts, StaffTimeline timelines) {
    static final Kind KIND = new Kind("/admin/v1/payouts", PayoutAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    private record Leg(
            UUID id,
            int step,
            long amount,
            long transferAmount,
            LegStatus status,
            Instant createdAt,
            @Nullable Instant finalizedAt,
            List<AttemptView> attempts) {}

    WorkItems<PayoutAggregate> items() {
        return WorkItems.ofTransactions(
                KIND,
                List.of(
                        "status",
                        "currency",
                        "order_ref",
                        "merchant_ref_id",
                        "q",
                        "rail",
                        "organization_id",
                        "livemode"),
                this::select,
                payouts::get,
                PayoutAggregate::status,
                payouts::possible,
                PayoutWorkItems::view,
                this::addDetails);
    }

    private Selected<PayoutAggregate> select(Query query) {
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

    private static Map<String, @Nullable Object> view(PayoutAggregate payout) {
        var view = PayoutView.of(payout.payout());
        view.put("transfer_references", references(payout));
        view.put("refund_reference", payout.payout().progress().refundReference());
        view.put("rail", payout.execution().rail());
        return view;
    }

    /** The references of all transfers that arrived, and that of the last slip, in their order and each once. */
    private static Set<String> references(PayoutAggregate payout) {
        var references = new LinkedHashSet<String>();
        payout.attempts().stream()
                .filter(attempt -> attempt.state() == Attempt.State.DELIVERED || attempt.late() != null)
                .map(Attempt::railReference)
                .filter(Objects::nonNull)
                .forEach(references::add);
        var last = payout.payout().progress().lastTransfer().slipQrRef();
        if (last != null) {
            references.add(last);
        }
        return references;
    }

    private void addDetails(PayoutAggregate payout, Map<String, @Nullable Object> view) {
        var key = payout.key();
        view.put(
                "execution_steps",
                payout.legs().stream().map(one -> leg(payout, one)).toList());
        view.put("timeline", timelines.of(key, List.of(key.id()), payouts.timeline(payout.payout())));
        view.put("earlier_deliveries", payouts.earlierDeliveries(payout.payout()));
    }

    private static Leg leg(PayoutAggregate payout, Payout.Leg leg) {
        return new Leg(
                leg.id(),
                leg.number(),
                leg.amount(),
                leg.delivered(),
                leg.status(),
                payout.payout().createdAt(),
                leg.finalizedAt(),
                payout.attemptsOf(leg.number()).stream().map(AttemptView::of).toList());
    }
}
