package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Account;
import io.tical.common.admin.PaymentFiles.File;
import io.tical.common.admin.PaymentFiles.Line;
import io.tical.common.admin.PaymentFiles.Result;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Exports;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Payment files as work items. */
record PaymentFileKind(Workspace workspace) implements WorkKind<File, PaymentFileItem> {
    static final String TREE = "/admin/v1/payment-files";

    @Override
    public String key() {
        return "payment-files";
    }

    @Override
    public String path() {
        return TREE;
    }

    @Override
    public Class<File> rowType() {
        return File.class;
    }

    @Override
    public Class<PaymentFileItem> detailType() {
        return PaymentFileItem.class;
    }

    @Override
    public PaymentFileItem read(AdminApi api, UUID id) {
        var file = api.get(itemPath(id), File.class);
        return new PaymentFileItem(
                file,
                api.list(itemPath(id) + "/payments", Line.class),
                api.list(itemPath(id) + "/results", Result.class),
                api.get(NewFile.ACCOUNTS + "/" + file.accountId(), Account.class));
    }

    @Override
    public File row(PaymentFileItem item) {
        return item.file();
    }

    @Override
    public String name(PaymentFileItem item) {
        return item.file().name();
    }

    @Override
    public String money(PaymentFileItem item) {
        return workspace.formats().money(item.file().total(), item.file().currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("payment-files.filter.all", Map.of());
        filters.put("payment-files.filter.waiting", Map.of("waiting", "true"));
        Stream.of("draft", "released", "handed_out", "closed", "void", "discarded")
                .forEach(status -> filters.put("payment-files.filter." + status, Map.of("status", status)));
        return filters;
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("payment_files", "payment-files.filter.waiting");
    }

    /** The service searches nothing. */
    @Override
    public Page<File> page(AdminApi api, Map<String, String> query) {
        var asked = new HashMap<>(query);
        asked.remove("q");
        return api.page(AdminApi.path(path(), asked), rowType());
    }

    @Override
    public boolean searchable() {
        return false;
    }

    @Override
    public List<Column<File>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age("payment-files.column.age", 56, Look.SHORT, File::createdAt),
                new Column<>("payment-files.column.name", 114, Look.SHORT, File::name),
                columns.money("payment-files.column.total", 108, File::total, File::currency),
                columns.status(ShownFile::status));
    }

    @Override
    public double listPart() {
        return 0.47;
    }

    @Override
    public List<Column.Exported<File>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.status(),
                exports.text("payment-files.column.name", File::name),
                exports.text("payment-files.format", File::format),
                exports.text("payment-files.day", File::executionDay),
                exports.text("payment-files.column.payments", file -> String.valueOf(file.payments())),
                exports.amount("payment-files.column.total", File::total, File::currency),
                exports.currency(File::currency),
                exports.text("payment-files.hash", File::hash),
                exports.text("payment-files.created-by", File::createdBy),
                exports.text("payment-files.released-by", File::releasedBy),
                exports.text("payment-files.handed-out-by", File::handedOutBy),
                exports.timeOrNone("payment-files.handed-out", File::handedOutAt),
                exports.timeOrNone("payment-files.answer-by", File::answerBy),
                exports.time("export.created", File::createdAt),
                exports.time("export.updated", File::updatedAt));
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<File> rows, boolean more) {
        return List.of(new NewFile(workspace).unread());
    }

    @Override
    public boolean prepares(Decision decision) {
        return decision.key().equals(NewFile.KEY);
    }

    @Override
    public Decision prepared(AdminApi api, Decision decision) {
        return new NewFile(workspace).read(api);
    }

    @Override
    public List<Decision> decisions(PaymentFileItem item) {
        return new PaymentFileDecisions(workspace, item).all();
    }

    @Override
    public String permission() {
        return "payouts";
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public String eventType() {
        return "payment_file";
    }
}
