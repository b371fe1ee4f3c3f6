package io.tical.console.webhook;

import io.tical.common.admin.Deliveries;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.PagedRows;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** Callbacks as work items. */
record WebhookKind(Workspace workspace) implements WorkKind<Deliveries.Row, WebhookItem> {
    @Override
    public String key() {
        return "webhooks";
    }

    @Override
    public String path() {
        return "/admin/v1/deliveries";
    }

    @Override
    public Class<Deliveries.Row> rowType() {
        return Deliveries.Row.class;
    }

    @Override
    public Class<WebhookItem> detailType() {
        return WebhookItem.class;
    }

    @Override
    public Deliveries.Row row(WebhookItem item) {
        return item.row();
    }

    @Override
    public WebhookItem read(AdminApi api, UUID id) {
        var detail = api.get(itemPath(id), Deliveries.Detail.class);
        if (!canBeSentAgain(detail.row().status())) {
            return new WebhookItem(detail, 0, false);
        }
        var alike = api.page(
                AdminApi.path(
                        path(),
                        Map.of(
                                "status", detail.row().status(),
                                "livemode", String.valueOf(detail.row().livemode()),
                                "organization_id", detail.row().organizationId().toString(),
                                "limit", String.valueOf(PagedRows.PAGE))),
                Deliveries.Row.class);
        return new WebhookItem(detail, alike.items().size(), alike.next() != null);
    }

    private static boolean canBeSentAgain(String status) {
        return status.equals("failed") || status.equals("suspended");
    }

    @Override
    public String name(WebhookItem item) {
        return item.row().organizationName() + " · " + item.row().event();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("webhooks.filter.failed", Map.of("status", "failed"));
        filters.put("webhooks.filter.failed-payin", Map.of("status", "failed", "endpoint", "payin"));
        filters.put("webhooks.filter.failed-payout", Map.of("status", "failed", "endpoint", "payout"));
        filters.put("webhooks.filter.suspended", Map.of("status", "suspended"));
        filters.put("webhooks.filter.pending", Map.of("status", "pending"));
        filters.put("webhooks.filter.delivered", Map.of("status", "delivered"));
        filters.put("webhooks.filter.all", Map.of());
        return filters;
    }

    /** The service finds callbacks by the transaction that they are about. */
    @Override
    public String searchKey() {
        return "webhooks.search";
    }

    @Override
    public Page<Deliveries.Row> page(AdminApi api, Map<String, String> query) {
        var asked = new HashMap<>(query);
        asked.put("transaction_id", Objects.requireNonNullElse(asked.remove("q"), ""));
        return api.page(AdminApi.path(path(), asked), Deliveries.Row.class);
    }

    @Override
    public List<Column<Deliveries.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Deliveries.Row::createdAt),
                new Column<>("webhooks.column.event", 160, Look.TEXT, Deliveries.Row::event),
                new Column<>("queue.column.organization", 100, Look.TEXT, Deliveries.Row::organizationName),
                columns.environment(),
                new Column<>("queue.column.status", 120, Look.STATUS, Deliveries.Row::status));
    }

    /** The service sends all again that the filter shows, so a search offers nothing. */
    @Override
    public List<Decision> listDecisions(String filter, String search, List<Deliveries.Row> rows, boolean more) {
        var shown = filters().getOrDefault(filter, Map.of());
        var status = shown.getOrDefault("status", "");
        if (!canBeSentAgain(status) || rows.isEmpty() || !search.isEmpty()) {
            return List.of();
        }
        var fixed = new HashMap<String, Object>(shown);
        fixed.put("livemode", workspace.livemode());
        return List.of(all("webhooks.all", KeyCode.A, status, "", rows.size(), more, fixed));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of(
                "deliveries_failed", "webhooks.filter.failed",
                "deliveries_suspended", "webhooks.filter.suspended");
    }

    @Override
    public List<Column.Exported<Deliveries.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.text("webhooks.column.event", Deliveries.Row::event),
                exports.status(),
                exports.text("export.object", row -> workspace.texts().word("object", row.transactionType())),
                exports.id("export.object-id", Deliveries.Row::transactionId),
                exports.id("export.body-id", Deliveries.Row::eventId),
                exports.text("export.url", Deliveries.Row::url),
                exports.text("export.attempts", row -> String.valueOf(row.attempts())),
                exports.time("export.created", Deliveries.Row::createdAt),
                exports.timeOrNone("export.finalized", Deliveries.Row::deliveredAt));
    }

    @Override
    public List<Decision> decisions(WebhookItem item) {
        var row = item.row();
        if (!canBeSentAgain(row.status())) {
            return List.of();
        }
        var ofMerchant = all(
                "webhooks.merchant",
                KeyCode.M,
                row.status(),
                row.organizationName(),
                item.alike(),
                item.more(),
                Map.of(
                        "status",
                        row.status(),
                        "organization_id",
                        row.organizationId().toString(),
                        "livemode",
                        row.livemode()));
        if (row.status().equals("suspended")) {
            return List.of(ofMerchant);
        }
        return List.of(
                new Decision(
                        "webhooks.redeliver",
                        KeyCode.R,
                        Weight.PRIMARY,
                        workspace
                                .texts()
                                .get("webhooks.redeliver.consequence", row.event(), row.organizationName(), row.url()),
                        List.of(),
                        itemPath(row.id()) + "/redeliver",
                        Map.of()),
                ofMerchant);
    }

    private Decision all(
            String key,
            KeyCode shortcut,
            String status,
            String organization,
            int count,
            boolean more,
            Map<String, Object> fixed) {
        var number = more ? workspace.texts().get("webhooks.more-than", count) : String.valueOf(count);
        return new Decision(
                        key,
                        shortcut,
                        Weight.NORMAL,
                        workspace.texts().get(key + "." + status, number, organization),
                        List.of(Input.note()),
                        path() + "/redeliver",
                        fixed)
                .telling("redelivered");
    }

    @Override
    public String permission() {
        return "callbacks";
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public String eventType() {
        return "delivery";
    }
}
