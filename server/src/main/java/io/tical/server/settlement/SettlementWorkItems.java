package io.tical.server.settlement;

import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.UUID;

/** {@code /admin/v1/settlements}: the settlements of all organizations. */
record SettlementWorkItems(Settlements settlements) implements WorkItems<SettlementAggregate> {
    static final Kind KIND = new Kind("/admin/v1/settlements", SettlementAggregate.OBJECT_TYPE, Permission.PAYOUTS);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "currency", "client_operation_id", "q", "rail", "organization_id", "livemode");
    }

    @Override
    public Selected<SettlementAggregate> select(Query query) {
        var filter = Settlements.filter(query);
        var environments = Environments.of(query);
        var rail = query.text("rail").orElse(null);
        return new Selected<>(
                environments + " " + filter + " " + rail, page -> settlements.list(environments, filter, rail, page));
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
                settlements.timeline(settlement.settlement()));
    }
}
