package io.tical.console.payin;

import io.tical.common.admin.Payins;
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
import java.util.stream.Stream;

/** Payins as work items. */
record PayinKind(Workspace workspace) implements WorkKind<Payins.Row, Payins.Detail> {
    @Override
    public String key() {
        return "payins";
    }

    @Override
    public String path() {
        return "/admin/v1/payins";
    }

    @Override
    public Class<Payins.Row> rowType() {
        return Payins.Row.class;
    }

    @Override
    public Class<Payins.Detail> detailType() {
        return Payins.Detail.class;
    }

    @Override
    public Payins.Row row(Payins.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(Payins.Detail payin) {
        return payin.row().orderRef();
    }

    @Override
    public String money(Payins.Detail payin) {
        return workspace.formats().money(payin.row().amount(), payin.row().currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("payins.filter.all", Map.of());
        Stream.of("pending", "processing", "success", "rejected", "refunded", "expired", "cancelled", "failed")
                .forEach(status -> filters.put("payins.filter." + status, Map.of("status", status)));
        filters.put("payins.filter.differing", Map.of("deposit", "differing"));
        return filters;
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("deposits_differing", "payins.filter.differing");
    }

    @Override
    public List<Column<Payins.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Payins.Row::createdAt),
                columns.money(Payins.Row::amount, Payins.Row::currency),
                new Column<>("payins.column.reference", 96, Look.TEXT, Payins.Row::orderRef),
                columns.claimed(),
                columns.environment(),
                columns.status(Payins.Row::status));
    }

    /** Room for amount, reference and status in one row. */
    @Override
    public double listPart() {
        return 0.48;
    }

    @Override
    public List<Column.Exported<Payins.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.text("payins.column.reference", Payins.Row::orderRef),
                exports.status(),
                exports.text("export.channel", Payins.Row::channel),
                exports.amount("queue.column.amount", Payins.Row::amount, Payins.Row::currency),
                exports.amount("export.transfer", Payins.Row::transferAmount, Payins.Row::currency),
                exports.amount("export.paid", Payins.Row::paidAmount, Payins.Row::currency),
                exports.amount("export.fee", Payins.Row::feeAmount, Payins.Row::currency),
                exports.amount("export.net", Payins.Row::netAmount, Payins.Row::currency),
                exports.currency(Payins.Row::currency),
                exports.text("export.bank-reference", Payins.Row::paidReference),
                exports.text("common.return-reference", Payins.Row::refundReference),
                exports.text("export.receiver", Payins.Row::receivingIdentifier),
                exports.text("export.customer", Payins.Row::customerName),
                exports.time("export.created", Payins.Row::createdAt),
                exports.timeOrNone("export.finalized", Payins.Row::finalizedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(Payins.Detail payin) {
        return new PayinDecisions(workspace, payin).all();
    }

    /** What can be decided depends on the decision's own permission. */
    @Override
    public String permission() {
        return "read";
    }

    @Override
    public boolean claims() {
        return workspace.operator().may("money");
    }

    @Override
    public String eventType() {
        return "payin";
    }
}
