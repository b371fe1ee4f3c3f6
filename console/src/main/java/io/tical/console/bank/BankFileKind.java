package io.tical.console.bank;

import io.tical.common.admin.BankProfiles.Profile;
import io.tical.common.admin.BankStatements.File;
import io.tical.common.admin.BankStatements.Preview;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Exports;
import io.tical.console.queue.WorkKind;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** The files of banks as work items. */
record BankFileKind(Workspace workspace, OwnAccounts accounts) implements WorkKind<File, BankFileItem> {
    static final String TREE = "/admin/v1/bank-statements";

    @Override
    public String key() {
        return "bank-statements";
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
    public Class<BankFileItem> detailType() {
        return BankFileItem.class;
    }

    /** The service reads the whole file for the preview, which takes a while for a large one. */
    @Override
    public BankFileItem read(AdminApi api, UUID id) {
        var file = api.get(itemPath(id), File.class);
        var read = Stream.of("waiting", "imported").anyMatch(file.status()::equals);
        var preview = read ? api.getOfFile(itemPath(id) + "/preview", Preview.class) : null;
        var layouts = preview == null || preview.possible()
                ? List.<String>of()
                : api.list(LayoutModel.TREE, Profile.class).stream()
                        .filter(layout -> layout.status().equals("active"))
                        .map(Profile::name)
                        .toList();
        return new BankFileItem(file, preview, accounts.read(api), layouts);
    }

    @Override
    public File row(BankFileItem item) {
        return item.file();
    }

    @Override
    public String name(BankFileItem item) {
        return item.file().name();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("bank-statements.filter.all", Map.of());
        Stream.of("waiting", "imported", "undone", "discarded")
                .forEach(status -> filters.put("bank-statements.filter." + status, Map.of("status", status)));
        return filters;
    }

    @Override
    public boolean searchable() {
        return false;
    }

    @Override
    public List<Column<File>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age("bank-statements.column.received", 56, Look.SHORT, File::receivedAt),
                new Column<>("bank-statements.column.name", 176, Look.TEXT, File::name),
                new Column<>("bank-statements.column.in", 96, Look.MONEY, this::credits),
                new Column<>("bank-statements.column.size", 64, Look.TEXT, file -> Formats.size(file.size())),
                new Column<>("bank-statements.column.by", 64, Look.TEXT, File::receivedBy),
                columns.status(File::status));
    }

    /** What its statements say came in; empty while it cannot be read. */
    private String credits(File file) {
        var credits = file.credits();
        var currency = file.currency();
        return credits == null || currency == null ? "" : workspace.formats().money(credits, currency);
    }

    @Override
    public double listPart() {
        return 0.52;
    }

    @Override
    public List<Column.Exported<File>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.status(),
                exports.text("bank-statements.column.name", File::name),
                exports.amount("bank-statements.column.in", File::credits, File::currency),
                exports.currency(File::currency),
                exports.text("bank-statements.bytes", file -> String.valueOf(file.size())),
                exports.text("bank-statements.hash", File::hash),
                exports.text("bank-statements.profile", file -> Objects.requireNonNullElse(file.profile(), "")),
                exports.text("bank-statements.column.by", File::receivedBy),
                exports.time("bank-statements.column.received", File::receivedAt),
                exports.time("export.updated", File::updatedAt));
    }

    @Override
    public List<Decision> decisions(BankFileItem item) {
        return new BankFileDecisions(workspace, item).all();
    }

    @Override
    public String permission() {
        return "money";
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public String eventType() {
        return "bank_file";
    }
}
