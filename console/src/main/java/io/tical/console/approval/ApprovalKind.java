package io.tical.console.approval;

import io.tical.common.admin.Approvals;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.part.RequestedDecision;
import io.tical.console.paymentfile.AskedFile;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;

/** Approvals as work items. */
record ApprovalKind(Workspace workspace) implements WorkKind<Approvals.Row, ApprovalItem> {
    private static final int SECONDS_OF_MINUTE = 60;

    @Override
    public String key() {
        return "approvals";
    }

    @Override
    public String path() {
        return "/admin/v1/approvals";
    }

    @Override
    public Class<Approvals.Row> rowType() {
        return Approvals.Row.class;
    }

    @Override
    public Class<ApprovalItem> detailType() {
        return ApprovalItem.class;
    }

    @Override
    public ApprovalItem read(AdminApi api, UUID id) {
        var row = api.get(itemPath(id), Approvals.Row.class);
        if (row.isChange()) {
            return new ApprovalItem(row, null, null);
        }
        // The operation that was requested begins with the path of the object.
        var object = row.action().substring(0, row.action().indexOf("/{id}")) + "/" + row.objectId();
        return new ApprovalItem(
                row,
                api.get(object, Approvals.Subject.class),
                AskedFile.read(api, workspace, row).orElse(null));
    }

    @Override
    public Approvals.Row row(ApprovalItem detail) {
        return detail.row();
    }

    @Override
    public String name(ApprovalItem approval) {
        var subject = approval.subject();
        if (approval.file() != null) {
            return approval.file().name();
        }
        return subject == null
                ? RequestedDecision.what(workspace.formats(), approval.row())
                : Stream.of(subject.orderRef(), subject.reference())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseGet(() -> RequestedDecision.words(workspace.texts(), approval.row()));
    }

    @Override
    public String money(ApprovalItem approval) {
        return approval.row().isChange() ? "" : RequestedDecision.what(workspace.formats(), approval.row());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("approvals.filter.pending", Map.of("status", "pending"));
        Stream.of("scheduled", "done", "refused", "withdrawn", "failed")
                .forEach(status -> filters.put("approvals.filter." + status, Map.of("status", status)));
        filters.put("approvals.filter.all", Map.of());
        return filters;
    }

    @Override
    public List<Column<Approvals.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(Approvals.Row::createdAt),
                new Column<>(
                        "approvals.column.what",
                        150,
                        Look.TEXT,
                        row -> RequestedDecision.what(workspace.formats(), row)),
                new Column<>("approvals.column.maker", 92, Look.TEXT, Approvals.Row::maker),
                columns.environment(),
                columns.status(Approvals.Row::status));
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("approvals_pending", "approvals.filter.pending");
    }

    @Override
    public List<Column.Exported<Approvals.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.text("export.action", row -> RequestedDecision.words(workspace.texts(), row)),
                exports.text("export.object", row -> workspace.texts().word("object", row.objectType())),
                exports.id("export.object-id", Approvals.Row::objectId),
                exports.amount("queue.column.amount", Approvals.Row::amount, Approvals.Row::currency),
                exports.currency(Approvals.Row::currency),
                exports.text("approvals.column.maker", Approvals.Row::maker),
                exports.text("export.note", Approvals.Row::note),
                exports.text("export.checker", Approvals.Row::checker),
                exports.text("export.checked-note", Approvals.Row::checkedNote),
                exports.time("export.created", Approvals.Row::createdAt),
                exports.time("export.updated", Approvals.Row::updatedAt));
    }

    @Override
    public List<Decision> decisions(ApprovalItem approval) {
        var row = approval.row();
        if (!row.isOpen()) {
            return List.of();
        }
        if (row.isOf(workspace.operator().username())) {
            return List.of(decision(approval, "withdraw", KeyCode.W, Weight.NORMAL, List.of()));
        }
        if (row.permission() == null || !workspace.operator().may(row.permission())) {
            return List.of();
        }
        var refuse = decision(approval, "refuse", KeyCode.R, Weight.DANGER, List.of(Input.note()));
        if (!row.status().equals("pending")) {
            return List.of(refuse);
        }
        var approve = decision(approval, "approve", KeyCode.A, Weight.PRIMARY, List.of(Input.note()));
        return List.of(approve.tellingBy("status"), refuse);
    }

    private Decision decision(ApprovalItem approval, String name, KeyCode shortcut, Weight weight, List<Input> inputs) {
        var row = approval.row();
        var texts = workspace.texts();
        var waits = row.waitSeconds();
        var change = waits != null && waits > 0 ? ".change.waits" : ".change";
        var subject = approval.subject();
        var file = approval.file();
        return new Decision(
                "approvals." + name,
                shortcut,
                weight,
                texts.get(
                        "approvals." + name + (row.isChange() ? change : of(texts, name, row)) + ".consequence",
                        RequestedDecision.words(texts, row),
                        RequestedDecision.what(workspace.formats(), row),
                        subject == null ? "" : whose(workspace.texts(), subject),
                        row.maker(),
                        waits == null ? 0 : waits / SECONDS_OF_MINUTE,
                        file == null ? "" : file.payments(workspace.formats()),
                        file == null ? "" : file.account(),
                        file == null ? "" : file.name()),
                inputs,
                itemPath(row.id()) + "/" + name,
                Map.of());
    }

    /** The part of the key of a sentence that one requested decision alone has. */
    private static String of(Texts texts, String name, Approvals.Row row) {
        var own = "." + row.objectType()
                + row.action().substring(row.action().lastIndexOf('/')).replace('/', '.');
        return texts.has("approvals." + name + own + ".consequence") ? own : "";
    }

    /** Whose money it is: a merchant's, or the service's own. */
    static String whose(Texts texts, Approvals.Subject subject) {
        return subject.organizationName().isEmpty() ? texts.get("approvals.own-accounts") : subject.organizationName();
    }

    /** What an approval needs depends on its decision, and its maker may always withdraw it. */
    @Override
    public String permission() {
        return "read";
    }

    @Override
    public String searchKey() {
        return "approvals.search";
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public String eventType() {
        return "approval";
    }
}
