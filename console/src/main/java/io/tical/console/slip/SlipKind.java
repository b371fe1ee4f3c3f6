package io.tical.console.slip;

import io.tical.common.admin.Slips;
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
import java.util.UUID;

/** Slips as work items. */
record SlipKind(Workspace workspace, Pictures pictures) implements WorkKind<Slips.Row, Slips.Detail> {
    @Override
    public String key() {
        return "slips";
    }

    @Override
    public String path() {
        return "/admin/v1/slips";
    }

    @Override
    public Class<Slips.Row> rowType() {
        return Slips.Row.class;
    }

    @Override
    public Class<Slips.Detail> detailType() {
        return Slips.Detail.class;
    }

    @Override
    public Slips.Row row(Slips.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(Slips.Detail slip) {
        return slip.row().orderRef();
    }

    @Override
    public String money(Slips.Detail slip) {
        return workspace.formats().money(slip.row().amount(), slip.row().currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("slips.filter.pending", Map.of("status", "pending", "order", "oldest"));
        filters.put("slips.filter.accepted", Map.of("status", "accepted"));
        filters.put("slips.filter.rejected", Map.of("status", "rejected"));
        return filters;
    }

    @Override
    public List<Column<Slips.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age("slips.column.age", 60, Look.SHORT, Slips.Row::uploadedAt),
                columns.money("slips.column.amount", 120, Slips.Row::amount, Slips.Row::currency),
                new Column<>("slips.column.organization", 112, Look.TEXT, Slips.Row::organizationName),
                columns.claimed(),
                columns.environment());
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("slips_pending", "slips.filter.pending");
    }

    @Override
    public List<Column.Exported<Slips.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.text("payins.column.reference", Slips.Row::orderRef),
                exports.id("export.payin", Slips.Row::payinId),
                exports.status(),
                exports.text("export.channel", Slips.Row::channel),
                exports.amount("queue.column.amount", Slips.Row::amount, Slips.Row::currency),
                exports.amount("export.paid", Slips.Row::paidAmount, Slips.Row::currency),
                exports.amount("export.fee", Slips.Row::feeAmount, Slips.Row::currency),
                exports.amount("export.net", Slips.Row::netAmount, Slips.Row::currency),
                exports.currency(Slips.Row::currency),
                exports.text("export.bank-reference", Slips.Row::reference),
                exports.time("export.created", Slips.Row::uploadedAt),
                exports.timeOrNone("export.decided", Slips.Row::decidedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(Slips.Detail slip) {
        return new SlipDecisions(workspace, slip).all();
    }

    @Override
    public String permission() {
        return "slips";
    }

    @Override
    public boolean claims() {
        return true;
    }

    @Override
    public String eventType() {
        return "slip";
    }

    @Override
    public void preload(UUID id) {
        pictures.read(id);
    }
}
