package io.tical.server.settlement;

import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.util.List;
import java.util.UUID;

/** {@code /admin/v1/settlements}: the settlements of all organizations. */
record SettlementWorkItems(Settlements settlements, StaffTimeline timelines) implements WorkItems<SettlementAggregate> {
    static final Kind KIND = new Kind("/admin/v1/settlements", SettlementAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of(
                "status", "currency", "client_operation_id", "q", "rail", "in_review", "organization_id", "livemode");
    }

    @Override
    public Selected<SettlementAggregate> select(Query query) {
        var filter = Settlements.filter(query);
        var environments = Environments.of(query);
        var sending = new Settlements.Sending(query.text("rail").orElse(null), inReview(query));
        return new Selected<>(
                environments + " " + filter + " " + sending,
                page -> settlements.list(environments, filter, sending, page));
    }

    private static boolean inReview(Query query) {
        var asked = query.text("in_review").orElse("false");
        if (!asked.equals("true") && !asked.equals("false")) {
            throw new Problem.Invalid("in_review", "boolean", "must be true or false");
        }
        return asked.equals("true");
    }

    @Override
    public SettlementAggregate get(UUID id) {
        return settlements.get(id);
    }

    @Override
    public Standing standing(SettlementAggregate settlement) {
        return new Standing(
                settlement.status(), !PossibleSettlementDecision.on(settlement).isEmpty());
    }

    @Override
    public Object row(SettlementAggregate settlement, String organizationName, LeaseView lease) {
        return SettlementAdminView.of(settlement, organizationName, lease);
    }

    @Override
    public Object detail(SettlementAggregate settlement, String organizationName, LeaseView lease) {
        return SettlementAdminView.detailed(
                SettlementAdminView.of(settlement, organizationName, lease),
                settlement,
                timelines.of(
                        settlement.key(),
                        List.of(settlement.key().id()),
                        settlements.timeline(settlement.settlement())));
    }
}
