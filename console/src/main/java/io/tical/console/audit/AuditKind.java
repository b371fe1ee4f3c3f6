package io.tical.console.audit;

import io.tical.common.admin.AuditEntry;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The audit log. Nothing can be decided on it. */
record AuditKind(Workspace workspace) implements SimpleKind<AuditEntry> {
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    @Override
    public String key() {
        return "audit";
    }

    @Override
    public String path() {
        return "/admin/v1/audit";
    }

    @Override
    public Class<AuditEntry> rowType() {
        return AuditEntry.class;
    }

    /** The lines of an environment, and those of none, such as of operators. */
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
        return "audit.search";
    }

    /** The service finds lines by a whole username, or by the id of an object. */
    @Override
    public Page<AuditEntry> page(AdminApi api, Map<String, String> query) {
        var asked = new HashMap<>(query);
        var text = asked.remove("q");
        if (text != null) {
            asked.put(ID.matcher(text).matches() ? "object" : "actor", text);
        }
        return api.page(AdminApi.path(path(), asked), AuditEntry.class);
    }

    @Override
    public Optional<AuditEntry> whole(AuditEntry row) {
        return Optional.of(row);
    }

    @Override
    public String name(AuditEntry entry) {
        return entry.action();
    }

    @Override
    public List<Column<AuditEntry>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(AuditEntry::at),
                new Column<>("audit.column.actor", 88, Look.TEXT, AuditEntry::actor),
                new Column<>(
                        "audit.column.action",
                        160,
                        Look.TEXT,
                        row -> workspace.texts().words("action", row.action()) + " · "
                                + workspace.texts().word("object", row.objectType())),
                new Column<>("queue.column.environment", 56, Look.SHORT, this::environment));
    }

    /** Empty for what belongs to no environment, such as operators. */
    private String environment(AuditEntry row) {
        var livemode = row.livemode();
        return livemode == null ? "" : workspace.texts().get(livemode ? "common.live" : "common.test");
    }

    /** An entry has less to show than its line. */
    @Override
    public double listPart() {
        return 0.48;
    }

    @Override
    public List<Decision> decisions(AuditEntry entry) {
        return List.of();
    }

    @Override
    public String permission() {
        return "read";
    }
}
