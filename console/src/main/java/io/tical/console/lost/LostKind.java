package io.tical.console.lost;

import io.tical.common.admin.LostCases.Fence;
import io.tical.common.admin.LostCases.Log;
import io.tical.common.admin.LostCases.Row;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/**
 * What was lost, as work items.
 *
 * @param fence the state of the fence that is shown; null while none is
 */
record LostKind(Workspace workspace, Supplier<@Nullable Fence> fence) implements SimpleKind<Row> {
    /** Logs that have a digit key. */
    private static final int LOGS_MAX = 9;

    private static final String LOG = "log";

    @Override
    public String key() {
        return "lost";
    }

    @Override
    public String path() {
        return "/admin/v1/lost";
    }

    @Override
    public Class<Row> rowType() {
        return Row.class;
    }

    @Override
    public boolean hasEnvironment() {
        return true;
    }

    @Override
    public boolean searchable() {
        return true;
    }

    @Override
    public String searchKey() {
        return "lost.search";
    }

    @Override
    public Page<Row> page(AdminApi api, Map<String, String> query) {
        return api.page(AdminApi.path(path(), query), Row.class);
    }

    @Override
    public String name(Row lost) {
        var reference = lost.reference();
        return reference == null ? workspace.texts().word("object", lost.subject()) : reference;
    }

    @Override
    public String money(Row lost) {
        return workspace.formats().money(lost.amount(), lost.currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        Stream.of("open", "adopted", "closed")
                .forEach(status -> filters.put("lost.filter." + status, Map.of("status", status)));
        filters.put("lost.filter.sent", Map.of("status", "open", "kind", "sent"));
        filters.put("lost.filter.reported", Map.of("status", "open", "kind", "reported"));
        filters.put("lost.filter.told", Map.of("status", "open", "kind", "told"));
        filters.put("lost.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Row::sentAt),
                columns.money(Row::amount, Row::currency),
                new Column<>("queue.column.organization", 96, Look.TEXT, Row::organizationName),
                new Column<>("lost.column.what", 88, Look.TEXT, this::what),
                columns.claimed(),
                columns.environment(),
                columns.status(Row::status));
    }

    @Override
    public double listPart() {
        return 0.46;
    }

    private String what(Row lost) {
        return workspace.texts().word("lost.kind", lost.kind());
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("lost_open", "lost.filter.open");
    }

    @Override
    public List<Column.Exported<Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.text("lost.column.what", this::what),
                exports.text("export.object", row -> workspace.texts().word("object", row.subject())),
                exports.id("export.object-id", Row::transactionId),
                exports.text("lost.reference", Row::reference),
                exports.amount("queue.column.amount", Row::amount, Row::currency),
                exports.currency(Row::currency),
                exports.text("lost.rail", Row::rail),
                exports.text("lost.event", Row::event),
                exports.time("lost.sent-at", Row::sentAt),
                exports.time("lost.found-at", Row::foundAt),
                exports.id("lost.adopted-by", Row::adoptedBy),
                exports.text("export.note", Row::note),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(Row lost) {
        return lost.status().equals("open")
                ? List.of(new Decision(
                        "lost.close",
                        KeyCode.X,
                        Weight.DANGER,
                        workspace
                                .texts()
                                .get("lost.close.consequence." + lost.kind(), money(lost), lost.organizationName()),
                        List.of(new Input.Text("note", "lost.close.note", true, 500)),
                        itemPath(lost.id()) + "/close",
                        Map.of("version", lost.version())))
                : List.of();
    }

    @Override
    public String asked(Decision decision, Map<String, Object> given) {
        return Formats.shortened(String.valueOf(given.get(LOG)));
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<Row> rows, boolean more) {
        var shown = fence.get();
        var logs = shown == null
                ? List.<Log>of()
                : shown.logs().stream().filter(Log::canBeGone).limit(LOGS_MAX).toList();
        if (logs.isEmpty() || !workspace.operator().may("operators")) {
            return List.of();
        }
        return List.of(new Decision(
                "lost.gone",
                KeyCode.G,
                Weight.DANGER,
                Consequence.of(workspace.texts().get("lost.gone.consequence")),
                List.of(
                        new Input.Pick(
                                LOG,
                                "lost.gone.log",
                                logs.stream().map(this::option).toList()),
                        new Input.Text("note", "lost.gone.note", true, 500)),
                "/admin/v1/fence/logs/{" + LOG + "}/gone",
                Map.of()));
    }

    private Input.Option option(Log log) {
        var seen = workspace.formats().time(log.seenAt());
        return new Input.Option(
                workspace.texts().get("lost.log.option", Formats.shortened(log.id()), seen), Map.of(LOG, log.id()));
    }

    @Override
    public String permission() {
        return "money";
    }

    @Override
    public boolean claims() {
        return true;
    }

    @Override
    public String eventType() {
        return "lost_case";
    }
}
