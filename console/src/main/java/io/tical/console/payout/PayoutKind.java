package io.tical.console.payout;

import io.tical.common.admin.Payouts;
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

/** Payouts as work items. */
record PayoutKind(Workspace workspace) implements WorkKind<Payouts.Row, Payouts.Detail> {
    @Override
    public String key() {
        return "payouts";
    }

    @Override
    public String path() {
        return "/admin/v1/payouts";
    }

    @Override
    public Class<Payouts.Row> rowType() {
        return Payouts.Row.class;
    }

    @Override
    public Class<Payouts.Detail> detailType() {
        return Payouts.Detail.class;
    }

    @Override
    public Payouts.Row row(Payouts.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(Payouts.Detail payout) {
        return payout.row().orderRef();
    }

    @Override
    public String money(Payouts.Detail payout) {
        return workspace.formats().money(payout.row().amount(), payout.row().currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("payouts.filter.pending-review", Map.of("status", "pending_review"));
        filters.put("payouts.filter.manual", Map.of("rail", "manual", "status", "processing"));
        filters.put("payouts.filter.in-review", Map.of("status", "in_review"));
        filters.put("payouts.filter.failed", Map.of("status", "failed"));
        filters.put("payouts.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<Payouts.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Payouts.Row::createdAt),
                columns.money(Payouts.Row::amount, Payouts.Row::currency),
                new Column<>("queue.column.organization", 112, Look.TEXT, Payouts.Row::organizationName),
                columns.claimed(),
                columns.environment(),
                columns.status(Payouts.Row::status));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of(
                "payouts_pending_review", "payouts.filter.pending-review",
                "payouts_in_review", "payouts.filter.in-review",
                "payouts_manual", "payouts.filter.manual");
    }

    @Override
    public List<Column.Exported<Payouts.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.text("payouts.order-ref", Payouts.Row::orderRef),
                exports.status(),
                exports.amount("queue.column.amount", Payouts.Row::amount, Payouts.Row::currency),
                exports.amount("export.delivered", Payouts.Row::chainTransferAmount, Payouts.Row::currency),
                exports.amount("export.fee", Payouts.Row::feeAmount, Payouts.Row::currency),
                exports.amount("export.net", Payouts.Row::netAmount, Payouts.Row::currency),
                exports.currency(Payouts.Row::currency),
                exports.text("export.bank-reference", row -> String.join(" ", row.transferReferences())),
                exports.text("common.return-reference", Payouts.Row::refundReference),
                exports.text("common.account.bank", row -> row.destination().bankCode()),
                exports.text("common.account.number", row -> row.destination().accountNo()),
                exports.text("common.account.holder", row -> row.destination().holderName()),
                exports.text("payouts.customer", Payouts.Row::customerName),
                exports.time("export.created", Payouts.Row::createdAt),
                exports.timeOrNone("export.finalized", Payouts.Row::finalizedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(Payouts.Detail payout) {
        return new PayoutDecisions(workspace, payout).all();
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
        return "payout";
    }
}
