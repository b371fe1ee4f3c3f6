package io.tical.console.slip;

import io.tical.common.admin.Slips;
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
import java.util.Optional;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** Slips as work items. */
record SlipKind(Workspace workspace, Pictures pictures) implements WorkKind<Slips.Row, Slips.Detail> {
    private static final List<String> REASONS =
            List.of("unreadable", "not_a_slip", "wrong_amount", "wrong_receiver", "duplicate", "not_received", "other");

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
                columns.age("slips.column.age", 64, Look.TEXT, Slips.Row::uploadedAt),
                columns.money("slips.column.amount", 120, Slips.Row::amount, Slips.Row::currency),
                new Column<>("slips.column.organization", 112, Look.TEXT, WorkKind::whose));
    }

    @Override
    public List<Decision> decisions(Slips.Detail slip) {
        var decisions = new ArrayList<Decision>();
        for (var possible : slip.decisions()) {
            switch (possible) {
                case "accept" -> decisions.add(payment(slip, "accept", KeyCode.A, Weight.PRIMARY));
                case "suspend" -> decisions.add(payment(slip, "suspend", KeyCode.U, Weight.PRIMARY));
                case "reject" -> decisions.add(rejection(slip));
                default -> {} // confirm_payin is made on the payin
            }
        }
        return decisions;
    }

    private Decision payment(Slips.Detail slip, String name, KeyCode shortcut, Weight weight) {
        var row = slip.row();
        var found = Optional.ofNullable(slip.upstream()).map(Slips.Upstream::facts);
        var shown = found.map(Slips.Facts::amount).orElse(slip.expected().amount());
        var currency = found.map(Slips.Facts::currency).orElse(row.currency());
        // The operator enters what arrived, because the verifier knows only what left the sender in another currency.
        var foreign = !currency.equals(row.currency());
        return new Decision(
                "slips." + name,
                shortcut,
                weight,
                workspace
                        .texts()
                        .get(
                                "slips." + name + (foreign ? ".foreign" : "") + ".consequence",
                                workspace.formats().money(shown, currency),
                                row.organizationName(),
                                row.orderRef(),
                                row.currency()),
                List.of(
                        new Input.Amount("paid_amount", "slips.paid", row.currency(), foreign ? null : shown),
                        Input.note()),
                itemPath(row.id()) + "/" + name,
                Map.of("version", row.version()));
    }

    private Decision rejection(Slips.Detail slip) {
        var row = slip.row();
        return new Decision(
                "slips.reject",
                KeyCode.R,
                Weight.DANGER,
                workspace.texts().get("slips.reject.consequence", row.orderRef(), row.organizationName()),
                List.of(new Input.Choice("reason", "slips.reason", "slips.reason", REASONS), Input.note()),
                itemPath(row.id()) + "/reject",
                Map.of("version", row.version()));
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
