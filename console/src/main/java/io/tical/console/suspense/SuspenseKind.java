package io.tical.console.suspense;

import io.tical.common.admin.UnallocatedFunds;
import io.tical.console.api.AdminApi;
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
import java.util.stream.Stream;

/** Unallocated funds as work items. */
record SuspenseKind(Workspace workspace) implements WorkKind<UnallocatedFunds.Row, UnallocatedFunds.Detail> {
    @Override
    public String key() {
        return "suspense";
    }

    @Override
    public String path() {
        return "/admin/v1/suspense";
    }

    @Override
    public Class<UnallocatedFunds.Row> rowType() {
        return UnallocatedFunds.Row.class;
    }

    @Override
    public Class<UnallocatedFunds.Detail> detailType() {
        return UnallocatedFunds.Detail.class;
    }

    @Override
    public UnallocatedFunds.Detail read(AdminApi api, UUID id) {
        var row = api.get(itemPath(id), UnallocatedFunds.Row.class);
        var candidates = row.isClaim()
                ? List.<UnallocatedFunds.Candidate>of()
                : api.list(itemPath(id) + "/candidates", UnallocatedFunds.Candidate.class);
        return new UnallocatedFunds.Detail(row, candidates);
    }

    @Override
    public UnallocatedFunds.Row row(UnallocatedFunds.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(UnallocatedFunds.Detail funds) {
        return funds.row().reference();
    }

    @Override
    public String money(UnallocatedFunds.Detail funds) {
        return workspace.formats().money(funds.row().amount(), funds.row().currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        Stream.of("open", "matched", "returned", "kept")
                .forEach(status -> filters.put("suspense.filter." + status, Map.of("status", status)));
        filters.put("suspense.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<UnallocatedFunds.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(UnallocatedFunds.Row::createdAt),
                columns.money(UnallocatedFunds.Row::amount, UnallocatedFunds.Row::currency),
                new Column<>("queue.column.organization", 112, Look.TEXT, UnallocatedFunds.Row::organizationName),
                columns.claimed(),
                columns.environment(),
                columns.status(UnallocatedFunds.Row::status));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("suspense_open", "suspense.filter.open");
    }

    @Override
    public List<Column.Exported<UnallocatedFunds.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.text("export.reason", row -> workspace.texts().word("suspense.reason", row.reason())),
                exports.amount("queue.column.amount", UnallocatedFunds.Row::amount, UnallocatedFunds.Row::currency),
                exports.currency(UnallocatedFunds.Row::currency),
                exports.text("export.bank-reference", UnallocatedFunds.Row::reference),
                exports.text("common.return-reference", UnallocatedFunds.Row::returnedReference),
                exports.id("export.payin", UnallocatedFunds.Row::payinId),
                exports.id("export.matched-payin", UnallocatedFunds.Row::matchedPayinId),
                exports.text("export.decided-by", UnallocatedFunds.Row::decidedBy),
                exports.text("export.note", UnallocatedFunds.Row::note),
                exports.time("export.created", UnallocatedFunds.Row::createdAt),
                exports.time("export.updated", UnallocatedFunds.Row::updatedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(UnallocatedFunds.Detail funds) {
        return new SuspenseDecisions(workspace, funds).all();
    }

    @Override
    public String permission() {
        return "money";
    }

    @Override
    public String searchKey() {
        return "suspense.search";
    }

    @Override
    public boolean claims() {
        return true;
    }

    @Override
    public String eventType() {
        return "suspense";
    }
}
