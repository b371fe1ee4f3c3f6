package io.tical.console.bank;

import io.tical.common.admin.BankDays.Day;
import io.tical.common.admin.BankDays.Detail;
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
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;

/** The days of the operator's accounts as work items, first those that are to be closed. */
record BankDayKind(Workspace workspace, OwnAccounts accounts) implements WorkKind<Day, Detail> {
    static final String TREE = "/admin/v1/bank-days";

    @Override
    public String key() {
        return "bank-days";
    }

    @Override
    public String path() {
        return TREE;
    }

    @Override
    public Class<Day> rowType() {
        return Day.class;
    }

    @Override
    public Class<Detail> detailType() {
        return Detail.class;
    }

    @Override
    public Detail read(AdminApi api, UUID id) {
        var detail = api.get(itemPath(id), Detail.class);
        accounts.require(api, List.of(detail.day().accountId()));
        return detail;
    }

    @Override
    public Day row(Detail detail) {
        return detail.day();
    }

    /** The service searches nothing. */
    @Override
    public Page<Day> page(AdminApi api, Map<String, String> query) {
        var asked = new HashMap<>(query);
        asked.remove("q");
        var page = api.page(AdminApi.path(path(), asked), rowType());
        accounts.require(api, page.items().stream().map(Day::accountId).toList());
        return page;
    }

    @Override
    public boolean searchable() {
        return false;
    }

    @Override
    public String name(Detail detail) {
        return name(detail.day());
    }

    private String name(Day day) {
        return accounts.number(day.accountId()) + ", " + day(day);
    }

    private String day(Day day) {
        return day(workspace.formats(), day.day());
    }

    /** @param written such as {@code 2026-11-20} */
    static String day(Formats formats, String written) {
        return formats.day(LocalDate.parse(written));
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("bank-days.filter.open", Map.of("status", "open"));
        filters.put("bank-days.filter.closed", Map.of("status", "closed"));
        filters.put("bank-days.filter.all", Map.of());
        return filters;
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("bank_days", "bank-days.filter.open");
    }

    /** A day that is open says in its own column what it lacks. */
    @Override
    public boolean fixesStatus(String filter) {
        return !filter.equals("bank-days.filter.all");
    }

    @Override
    public Narrowing narrowing() {
        return new Narrowing("account_id", "bank-days.account.all", api -> {
            var names = new LinkedHashMap<String, String>();
            accounts.read(api).forEach(account -> names.put(account.id().toString(), OwnAccounts.name(account)));
            return names;
        });
    }

    @Override
    public List<Column<Day>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                new Column<>("bank-days.column.day", 120, Look.SHORT, this::day),
                new Column<>("bank-days.column.account", 144, Look.TEXT, day -> accounts.number(day.accountId())),
                new Column<>("bank-days.column.explained", 104, Look.MONEY, this::explained),
                new Column<>(
                        "bank-days.column.moved",
                        124,
                        Look.SIGNED,
                        day -> signed(workspace.formats(), day.amount(), day.currency())),
                columns.status(Day::status));
    }

    /** How many entries are explained of all, or that no statement says all of the day. */
    private String explained(Day day) {
        return day.complete() || day.status().equals("closed")
                ? workspace
                        .texts()
                        .get("bank-days.of", Formats.count(day.entries() - day.open()), Formats.count(day.entries()))
                : workspace.texts().get("bank-days.lacks");
    }

    @Override
    public double listPart() {
        return 0.5;
    }

    @Override
    public List<Column.Exported<Day>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.status(),
                exports.text("bank-days.column.account", day -> accounts.number(day.accountId())),
                exports.text("bank-days.column.day", Day::day),
                exports.text("bank-days.entries", day -> String.valueOf(day.entries())),
                exports.text("bank-days.open", day -> String.valueOf(day.open())),
                exports.amount("bank-days.column.moved", Day::amount, Day::currency),
                exports.currency(Day::currency),
                exports.text("bank-days.complete", day -> String.valueOf(day.complete())),
                exports.text("bank-days.number", day -> day.number() == null ? "" : String.valueOf(day.number())),
                exports.time("export.updated", Day::updatedAt));
    }

    @Override
    public List<Decision> decisions(Detail detail) {
        var day = detail.day();
        if (day.status().equals("closed")) {
            return List.of(reopen(detail));
        }
        return detail.hindrances().isEmpty() ? List.of(close(detail)) : List.of();
    }

    private Decision close(Detail detail) {
        var texts = workspace.texts();
        var formats = workspace.formats();
        var day = detail.day();
        var sealed = texts.get(
                "bank-days.close.consequence",
                day(day),
                accounts.number(day.accountId()),
                Formats.count(day.entries()),
                balance(formats, Objects.requireNonNull(detail.opening()), day.currency()),
                balance(formats, Objects.requireNonNull(detail.closing()), day.currency()));
        var alone = detail.reasons().isEmpty();
        var why = detail.reasons().stream()
                .map(reason -> texts.word("bank-days.reason", reason))
                .collect(Collectors.joining("; "));
        return new Decision(
                "bank-days.close",
                KeyCode.C,
                Weight.PRIMARY,
                alone ? sealed : texts.get("bank-days.close.two", sealed, why),
                List.of(alone ? Input.note() : Input.why()),
                itemPath(day.id()) + "/close",
                Map.of("version", day.version(), "state", detail.state()));
    }

    private Decision reopen(Detail detail) {
        var day = detail.day();
        var last = detail.reopens();
        var texts = workspace.texts();
        return new Decision(
                "bank-days.reopen",
                KeyCode.O,
                Weight.DANGER,
                last == null || last.equals(day.day())
                        ? texts.get("bank-days.reopen.consequence", day(day), accounts.number(day.accountId()))
                        : texts.get(
                                "bank-days.reopen.consequence.more",
                                day(day),
                                accounts.number(day.accountId()),
                                day(workspace.formats(), last)),
                List.of(Input.why()),
                itemPath(day.id()) + "/reopen",
                Map.of("version", day.version()));
    }

    /** A balance, with its sign only if it is negative. */
    static String balance(Formats formats, long minor, String currency) {
        return minor < 0 ? formats.signed(minor, currency) : formats.money(minor, currency);
    }

    /** A movement with its sign; none has none. */
    static String signed(Formats formats, long minor, String currency) {
        return minor == 0 ? formats.money(0, currency) : formats.signed(minor, currency);
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
        return "bank_day";
    }
}
