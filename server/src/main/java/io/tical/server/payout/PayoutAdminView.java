package io.tical.server.payout;

import io.tical.server.decision.LeaseView;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptView;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payout as JSON for operators: the merchant's view with further fields. */
final class PayoutAdminView {
    private PayoutAdminView() {}

    private record Leg(
            UUID id,
            int step,
            long amount,
            long transferAmount,
            LegStatus status,
            Instant createdAt,
            @Nullable Instant finalizedAt,
            List<AttemptView> attempts) {}

    /** An item of a list. */
    static Map<String, @Nullable Object> of(PayoutAggregate payout, String organizationName, LeaseView lease) {
        var view = new LinkedHashMap<String, @Nullable Object>(PayoutView.of(payout.payout()));
        view.put("transfer_references", references(payout));
        view.put("refund_reference", payout.payout().progress().refundReference());
        view.put("organization_id", payout.key().organizationId());
        view.put("organization_name", organizationName);
        view.put("version", payout.version());
        view.put("rail", payout.execution().rail());
        view.put("claimed_by", lease.claimedBy());
        view.put("claimed_until", lease.claimedUntil());
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

    /** Adds the fields that operators need for a decision. */
    static Map<String, @Nullable Object> detailed(
            Map<String, @Nullable Object> item,
            PayoutAggregate payout,
            List<TimelineItem> timeline,
            List<EarlierDelivery> earlier) {
        var view = new LinkedHashMap<String, @Nullable Object>(item);
        view.put(
                "execution_steps",
                payout.legs().stream().map(one -> leg(payout, one)).toList());
        var decisions = PossiblePayoutDecision.on(payout);
        view.put("decisions", decisions);
        view.put("decision_terms", PayoutDecisionTerms.of(payout, decisions));
        view.put("timeline", timeline);
        view.put("earlier_deliveries", earlier);
        return view;
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
