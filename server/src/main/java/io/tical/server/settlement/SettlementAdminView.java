package io.tical.server.settlement;

import io.tical.server.decision.LeaseView;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptView;
import io.tical.server.transaction.TimelineItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A settlement as JSON for operators: the merchant's view with further fields. */
final class SettlementAdminView {
    private SettlementAdminView() {}

    /** An item of a list. */
    static Map<String, @Nullable Object> of(SettlementAggregate settlement, String organizationName, LeaseView lease) {
        var view = SettlementView.whole(settlement);
        view.put("organization_id", settlement.key().organizationId());
        view.put("organization_name", organizationName);
        view.put("version", settlement.version());
        view.put("review_reason", settlement.settlement().progress().reviewReason());
        view.put("rail", settlement.execution().rail());
        view.put("transfer_reference", reference(settlement));
        view.put("claimed_by", lease.claimedBy());
        view.put("claimed_until", lease.claimedUntil());
        return view;
    }

    /** The bank's reference of the transfer that arrived; null before, and if none is known. */
    private static @Nullable String reference(SettlementAggregate settlement) {
        return settlement.attempts().stream()
                .filter(attempt -> attempt.state() == Attempt.State.DELIVERED)
                .map(Attempt::railReference)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Adds the fields that operators need for a decision. */
    static Map<String, @Nullable Object> detailed(
            Map<String, @Nullable Object> item, SettlementAggregate settlement, List<TimelineItem> timeline) {
        var view = new LinkedHashMap<String, @Nullable Object>(item);
        view.put("slip_qr_string", settlement.settlement().progress().slipQrString());
        view.put("attempts", settlement.attempts().stream().map(AttemptView::of).toList());
        var decisions = PossibleSettlementDecision.on(settlement);
        view.put("decisions", decisions);
        view.put("decision_terms", SettlementDecisionTerms.of(settlement, decisions));
        view.put("timeline", timeline);
        return view;
    }
}
