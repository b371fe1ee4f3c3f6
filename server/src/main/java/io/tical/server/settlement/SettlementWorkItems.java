package io.tical.server.settlement;

import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.input.Query;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptView;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/settlements}: the settlements of all organizations. */
record SettlementWorkItems(Settlements settlements, StaffTimeline timelines) {
    static final Kind KIND = new Kind("/admin/v1/settlements", SettlementAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    WorkItems<SettlementAggregate> items() {
        return WorkItems.ofTransactions(
                KIND,
                List.of(
                        "status",
                        "currency",
                        "client_operation_id",
                        "q",
                        "rail",
                        "in_review",
                        "organization_id",
                        "livemode"),
                this::select,
                settlements::get,
                SettlementAggregate::status,
                PossibleSettlementDecision::on,
                SettlementWorkItems::view,
                this::addDetails);
    }

    private Selected<SettlementAggregate> select(Query query) {
        var filter = Settlements.filter(query);
        var environments = Environments.of(query);
        var sending = new Settlements.Sending(
                query.text("rail").orElse(null), query.flag("in_review").orElse(false));
        return new Selected<>(
                environments + " " + filter + " " + sending,
                page -> settlements.list(environments, filter, sending, page));
    }

    private static Map<String, @Nullable Object> view(SettlementAggregate settlement) {
        var view = SettlementView.whole(settlement);
        view.put("review_reason", settlement.settlement().progress().reviewReason());
        view.put("rail", settlement.execution().rail());
        view.put("transfer_reference", reference(settlement));
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

    private void addDetails(SettlementAggregate settlement, Map<String, @Nullable Object> view) {
        var key = settlement.key();
        view.put("slip_qr_string", settlement.settlement().progress().slipQrString());
        view.put("attempts", settlement.attempts().stream().map(AttemptView::of).toList());
        view.put("timeline", timelines.of(key, List.of(key.id()), settlements.timeline(settlement.settlement())));
    }
}
