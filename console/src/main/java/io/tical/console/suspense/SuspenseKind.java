package io.tical.console.suspense;

import io.tical.common.admin.UnallocatedFunds;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;

/** Unallocated funds as work items. */
record SuspenseKind(Workspace workspace) implements WorkKind<UnallocatedFunds.Row, UnallocatedFunds.Detail> {
    /** Candidates that have a digit key. */
    private static final int CANDIDATES_MAX = 9;

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
                new Column<>("queue.column.organization", 112, Look.TEXT, WorkKind::whose),
                columns.status(UnallocatedFunds.Row::status));
    }

    @Override
    public List<Decision> decisions(UnallocatedFunds.Detail funds) {
        if (!funds.row().status().equals("open")) {
            return List.of();
        }
        var row = funds.row();
        var decisions = new ArrayList<Decision>();
        if (!funds.candidates().isEmpty()) {
            decisions.add(decision(
                    row, "match", "match", KeyCode.M, Weight.PRIMARY, List.of(candidates(funds), Input.note())));
        }
        var claim = row.isClaim();
        decisions.add(decision(
                row,
                "return",
                claim ? "claim-return" : "return",
                KeyCode.R,
                claim ? Weight.PRIMARY : Weight.NORMAL,
                List.of(Input.note())));
        decisions.add(
                decision(row, "keep", claim ? "claim-keep" : "keep", KeyCode.P, Weight.DANGER, List.of(Input.why())));
        return decisions;
    }

    private Input candidates(UnallocatedFunds.Detail funds) {
        return new Input.Pick(
                "payin",
                "suspense.match.payin",
                funds.candidates().stream()
                        .limit(CANDIDATES_MAX)
                        .map(this::option)
                        .toList());
    }

    private Input.Option option(UnallocatedFunds.Candidate payin) {
        var customer = payin.customerName() == null ? "" : " · " + payin.customerName();
        return new Input.Option(
                payin.orderRef() + customer + " · " + workspace.formats().time(payin.createdAt()),
                Map.of("payin_id", payin.id()));
    }

    private Decision decision(
            UnallocatedFunds.Row row,
            String disposition,
            String name,
            KeyCode shortcut,
            Weight weight,
            List<Input> inputs) {
        return new Decision(
                "suspense." + name,
                shortcut,
                weight,
                workspace
                        .texts()
                        .get(
                                "suspense." + name + ".consequence",
                                workspace.formats().money(row.amount(), row.currency()),
                                row.organizationName()),
                inputs,
                itemPath(row.id()) + "/dispose",
                Map.of("version", row.version(), "disposition", disposition));
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
