package io.tical.console.notice;

import io.tical.common.admin.ControlNotice;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.input.KeyCode;

/** Changes of controls, each until this administrator has acknowledged it. */
record NoticeKind(Workspace workspace) implements SimpleKind<ControlNotice> {
    private static final String UNREAD = "unread";

    @Override
    public String key() {
        return "notices";
    }

    @Override
    public String path() {
        return "/admin/v1/notices";
    }

    @Override
    public Class<ControlNotice> rowType() {
        return ControlNotice.class;
    }

    @Override
    public String name(ControlNotice notice) {
        return notice.subject();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("notices.filter.unread", Map.of("status", UNREAD));
        filters.put("notices.filter.all", Map.of());
        return filters;
    }

    /** The service answers a page. */
    @Override
    public Page<ControlNotice> page(AdminApi api, Map<String, String> query) {
        return api.page(AdminApi.path(path(), query), rowType());
    }

    @Override
    public List<Column<ControlNotice>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(notice -> notice.entry().at()),
                new Column<>("notices.column.what", 150, Look.TEXT, this::what),
                new Column<>("notices.column.subject", 150, Look.TEXT, ControlNotice::subject),
                new Column<>(
                        "notices.column.who",
                        96,
                        Look.TEXT,
                        notice -> Objects.requireNonNullElse(
                                notice.entry().askedBy(), notice.entry().actor())));
    }

    private String what(ControlNotice notice) {
        var texts = workspace.texts();
        return texts.words("action", notice.entry().action()) + " · "
                + texts.word("object", notice.entry().objectType());
    }

    @Override
    public List<Decision> decisions(ControlNotice notice) {
        return notice.status().equals(UNREAD)
                ? List.of(new Decision(
                        "notices.acknowledge",
                        KeyCode.A,
                        Weight.PRIMARY,
                        workspace.texts().get("notices.acknowledge.consequence", notice.subject()),
                        List.of(),
                        itemPath(notice.id()) + "/acknowledge",
                        Map.of()))
                : List.of();
    }

    @Override
    public String permission() {
        return "operators";
    }

    @Override
    public String eventType() {
        return "notice";
    }
}
