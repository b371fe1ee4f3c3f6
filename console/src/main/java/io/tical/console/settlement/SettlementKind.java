package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settlements as work items. */
record SettlementKind(Workspace workspace) implements WorkKind<Settlements.Row, Settlements.Detail> {
    @Override
    public String key() {
        return "settlements";
    }

    @Override
    public String path() {
        return "/admin/v1/settlements";
    }

    @Override
    public Class<Settlements.Row> rowType() {
        return Settlements.Row.class;
    }

    @Override
    public Class<Settlements.Detail> detailType() {
        return Settlements.Detail.class;
    }

    @Override
    public Settlements.Row row(Settlements.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(Settlements.Detail settlement) {
        return settlement.row().organizationName();
    }

    @Override
    public String money(Settlements.Detail settlement) {
        return workspace
                .formats()
                .money(settlement.row().targetAmount(), settlement.row().targetCurrencyCode());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("settlements.filter.manual", Map.of("rail", "manual", "status", "processing"));
        filters.put("settlements.filter.processing", Map.of("status", "processing"));
        filters.put("settlements.filter.failed", Map.of("status", "failed"));
        filters.put("settlements.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<Settlements.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Settlements.Row::createdAt),
                columns.money(
                        "settlements.column.net",
                        120,
                        Settlements.Row::targetAmount,
                        Settlements.Row::targetCurrencyCode),
                new Column<>("queue.column.organization", 112, Look.TEXT, WorkKind::whose),
                columns.status(Settlements.Row::status));
    }

    @Override
    public List<Decision> decisions(Settlements.Detail settlement) {
        return new SettlementDecisions(workspace, settlement).all();
    }

    @Override
    public String permission() {
        return "payouts";
    }

    @Override
    public boolean claims() {
        return true;
    }

    @Override
    public String eventType() {
        return "settlement";
    }
}
