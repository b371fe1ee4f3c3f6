package io.tical.console.organization;

import io.tical.common.admin.Organizations;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** Organizations, which administrators configure. */
record OrganizationKind(Workspace workspace) implements WorkKind<Organizations.Row, OrganizationItem> {
    @Override
    public String key() {
        return "organizations";
    }

    @Override
    public String path() {
        return "/admin/v1/organizations";
    }

    @Override
    public Class<Organizations.Row> rowType() {
        return Organizations.Row.class;
    }

    @Override
    public Class<OrganizationItem> detailType() {
        return OrganizationItem.class;
    }

    @Override
    public Organizations.Row row(OrganizationItem detail) {
        return detail.row();
    }

    @Override
    public String name(OrganizationItem item) {
        return item.row().name();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        return Map.of("organizations.filter.all", Map.of());
    }

    @Override
    public OrganizationItem read(AdminApi api, UUID id) {
        return new OrganizationItem(
                api.get(itemPath(id), Organizations.Detail.class),
                api.list(itemPath(id) + "/users", Organizations.User.class));
    }

    @Override
    public List<Column<Organizations.Row>> columns() {
        return List.of(
                new Column<>("organizations.column.name", 144, Look.TEXT, Organizations.Row::name),
                new Column<>("organizations.column.code", 136, Look.MONO, Organizations.Row::code),
                new Column<>("organizations.column.currency", 88, Look.TEXT, Organizations.Row::defaultCurrency));
    }

    @Override
    public String asked(Decision decision, Map<String, Object> given) {
        return String.valueOf(given.get("name"));
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<Organizations.Row> rows, boolean more) {
        return List.of(new Decision(
                "organizations.create",
                KeyCode.A,
                Weight.NORMAL,
                workspace.texts().get("organizations.create.consequence"),
                List.of(
                        new Input.Text("name", "organizations.name", true, 100),
                        new Input.Text("default_currency", "organizations.default-currency", true, 3, "THB"),
                        new Input.Text("timezone", "organizations.timezone", true, 64, "Asia/Bangkok")),
                path(),
                Map.of()));
    }

    @Override
    public List<Decision> decisions(OrganizationItem item) {
        return new OrganizationDecisions(workspace, item, itemPath(item.row().id())).all();
    }

    @Override
    public boolean decidesWhileWaiting() {
        return true;
    }

    @Override
    public String permission() {
        return "organizations";
    }

    /** An organization has both environments. */
    @Override
    public boolean hasEnvironment() {
        return false;
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public String eventType() {
        return "";
    }
}
