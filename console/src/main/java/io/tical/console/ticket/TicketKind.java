package io.tical.console.ticket;

import io.tical.common.admin.Tickets;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;

/** Tickets as work items. */
record TicketKind(Workspace workspace) implements WorkKind<Tickets.Row, Tickets.Detail> {
    private static final int TEXT_MAX = 2_000;

    @Override
    public String key() {
        return "tickets";
    }

    @Override
    public String path() {
        return "/admin/v1/issues";
    }

    @Override
    public Class<Tickets.Row> rowType() {
        return Tickets.Row.class;
    }

    @Override
    public Class<Tickets.Detail> detailType() {
        return Tickets.Detail.class;
    }

    @Override
    public Tickets.Row row(Tickets.Detail detail) {
        return detail.row();
    }

    @Override
    public String name(Tickets.Detail ticket) {
        return ticket.row().requestId();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("tickets.filter.live", Map.of("status", "live"));
        filters.put("tickets.filter.open", Map.of("status", "open"));
        filters.put("tickets.filter.claimed", Map.of("status", "claimed"));
        filters.put("tickets.filter.resolved", Map.of("status", "resolved"));
        filters.put("tickets.filter.rejected", Map.of("status", "rejected"));
        filters.put("tickets.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<Tickets.Row>> columns() {
        var columns = new Columns(workspace);
        var texts = workspace.texts();
        return List.of(
                columns.age(Tickets.Row::createdAt),
                new Column<>(
                        "tickets.column.about",
                        128,
                        Look.TEXT,
                        row -> texts.word("tickets.sub-type", row.issueSubType())),
                new Column<>("queue.column.organization", 112, Look.TEXT, Tickets.Row::organizationName),
                columns.claimed(),
                columns.environment(),
                new Column<>("queue.column.status", 120, Look.STATUS, Tickets.Row::status));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("issues_pending", "tickets.filter.live");
    }

    /** Open and claimed tickets are worked on together. */
    @Override
    public boolean fixesStatus(String filter) {
        return !filter.equals("tickets.filter.live") && WorkKind.super.fixesStatus(filter);
    }

    @Override
    public List<Column.Exported<Tickets.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.text(
                        "tickets.column.about", row -> workspace.texts().word("tickets.sub-type", row.issueSubType())),
                exports.text("export.request", Tickets.Row::requestId),
                exports.id("export.object-id", Tickets.Row::transactionId),
                exports.text("export.description", Tickets.Row::description),
                exports.text("export.resolution", Tickets.Row::resolution),
                exports.time("export.created", Tickets.Row::createdAt),
                exports.timeOrNone("export.finalized", Tickets.Row::resolvedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(Tickets.Detail ticket) {
        var row = ticket.row();
        var mine = workspace.operator().username().equals(row.claimedBy());
        if (row.claimedBy() != null && !mine) {
            return List.of();
        }
        var decisions = new ArrayList<Decision>();
        switch (row.status()) {
            case "open" -> decisions.add(claim(row, Weight.PRIMARY));
            case "claimed" -> {
                decisions.add(closing(row, "resolve", KeyCode.R, Weight.PRIMARY));
                decisions.add(closing(row, "reject", KeyCode.X, Weight.DANGER));
                if (!mine) {
                    decisions.add(claim(row, Weight.NORMAL));
                }
            }
            default -> {
                return List.of();
            }
        }
        decisions.add(comment(row, "comment", KeyCode.M, true));
        decisions.add(comment(row, "note", KeyCode.N, false));
        return decisions;
    }

    private Decision claim(Tickets.Row row, Weight weight) {
        return decision(row, "claim", KeyCode.C, weight, List.of(), "claim", Map.of())
                .staying();
    }

    private Decision closing(Tickets.Row row, String name, KeyCode shortcut, Weight weight) {
        var resolution = new Input.Text("resolution", "tickets.to-merchant", true, TEXT_MAX);
        return decision(
                row, name, shortcut, weight, List.of(resolution, Input.note()), name, Map.of("version", row.version()));
    }

    private Decision comment(Tickets.Row row, String name, KeyCode shortcut, boolean visible) {
        var text = new Input.Text("text", visible ? "tickets.to-merchant" : "tickets.to-colleagues", true, TEXT_MAX);
        var fixed = Map.<String, Object>of("version", row.version(), "public", visible);
        return decision(row, name, shortcut, Weight.NORMAL, List.of(text), "comment", fixed)
                .staying();
    }

    private Decision decision(
            Tickets.Row row,
            String name,
            KeyCode shortcut,
            Weight weight,
            List<Input> inputs,
            String action,
            Map<String, Object> fixed) {
        return new Decision(
                "tickets." + name,
                shortcut,
                weight,
                workspace.texts().get("tickets." + name + ".consequence", row.organizationName()),
                inputs,
                itemPath(row.id()) + "/" + action,
                fixed);
    }

    @Override
    public String permission() {
        return "tickets";
    }

    /** A claim changes the ticket for the merchant, so it is a decision. */
    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public boolean renews() {
        return true;
    }

    @Override
    public String eventType() {
        return "issue";
    }
}
