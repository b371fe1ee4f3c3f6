package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Exports;
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
        filters.put("settlements.filter.in-review", Map.of("in_review", "true"));
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
                new Column<>("queue.column.organization", 112, Look.TEXT, Settlements.Row::organizationName),
                columns.claimed(),
                columns.environment(),
                columns.status(Settlements.Row::status));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of(
                "settlements_in_review", "settlements.filter.in-review",
                "settlements_manual", "settlements.filter.manual");
    }

    @Override
    public List<Column.Exported<Settlements.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.id("export.operation", Settlements.Row::clientOperationId),
                exports.status(),
                exports.amount("queue.column.amount", Settlements.Row::amount, Settlements.Row::currency),
                exports.amount("export.fee", Settlements.Row::feeAmount, Settlements.Row::currency),
                exports.amount("export.net", Settlements.Row::netAmount, Settlements.Row::currency),
                exports.currency(Settlements.Row::currency),
                exports.amount(
                        "export.transferred", Settlements.Row::targetAmount, Settlements.Row::targetCurrencyCode),
                exports.text("export.transferred-currency", Settlements.Row::targetCurrencyCode),
                exports.text("export.rate", Settlements.Row::rate),
                exports.text("export.bank-reference", Settlements.Row::transferReference),
                exports.text("common.account.bank", row -> row.destination().bankCode()),
                exports.text("common.account.number", row -> row.destination().accountNo()),
                exports.text("common.account.holder", row -> row.destination().holderName()),
                exports.time("export.created", Settlements.Row::createdAt),
                exports.timeOrNone("export.finalized", Settlements.Row::completedAt),
                exports.claimed());
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
