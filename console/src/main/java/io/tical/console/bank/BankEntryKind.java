package io.tical.console.bank;

import io.tical.common.admin.BankDays.Day;
import io.tical.common.admin.BankStatements.Bookings;
import io.tical.common.admin.BankStatements.Candidate;
import io.tical.common.admin.BankStatements.Entry;
import io.tical.common.admin.BankStatements.EntryDetail;
import io.tical.common.admin.BankStatements.Transfer;
import io.tical.common.admin.Overview;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Exports;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The entries of the operator's accounts as work items, first those that nobody has explained. */
record BankEntryKind(Workspace workspace, OwnAccounts accounts) implements WorkKind<Entry, EntryDetail> {
    private static final String ACCOUNT = "account_id";

    /** Between the id of an account and a day. */
    private static final String OF_DAY = " on ";

    private static final String DAY_QUEUE = "bank-entries-of-day ";

    @Override
    public String key() {
        return "bank-entries";
    }

    @Override
    public String path() {
        return "/admin/v1/bank-entries";
    }

    @Override
    public Class<Entry> rowType() {
        return Entry.class;
    }

    @Override
    public Class<EntryDetail> detailType() {
        return EntryDetail.class;
    }

    @Override
    public EntryDetail read(AdminApi api, UUID id) {
        var entry = api.get(itemPath(id), Entry.class);
        accounts.require(api, List.of(entry.accountId()));
        var bookings = api.get(itemPath(id) + "/bookings", Bookings.class);
        if (!entry.status().equals("open")) {
            return new EntryDetail(entry, List.of(), List.of(), bookings);
        }
        return entry.amount() > 0
                ? new EntryDetail(entry, api.list(itemPath(id) + "/candidates", Candidate.class), List.of(), bookings)
                : new EntryDetail(entry, List.of(), api.list(itemPath(id) + "/transfers", Transfer.class), bookings);
    }

    @Override
    public Entry row(EntryDetail detail) {
        return detail.entry();
    }

    @Override
    public Page<Entry> page(AdminApi api, Map<String, String> query) {
        var asked = new HashMap<>(query);
        var account = asked.getOrDefault(ACCOUNT, "");
        var of = account.indexOf(OF_DAY);
        if (of >= 0) {
            asked.put(ACCOUNT, account.substring(0, of));
            asked.put("day", account.substring(of + OF_DAY.length()));
        }
        var page = api.page(AdminApi.path(path(), asked), rowType());
        accounts.require(api, page.items().stream().map(Entry::accountId).toList());
        return page;
    }

    @Override
    public String name(EntryDetail detail) {
        var other = other(detail.entry());
        return other.isEmpty() ? text(detail.entry()) : other;
    }

    @Override
    public String money(EntryDetail detail) {
        return amount(detail.entry());
    }

    private String amount(Entry entry) {
        return workspace.formats().signed(entry.amount(), entry.currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        filters.put("bank-entries.filter.open", Map.of("status", "open"));
        filters.put("bank-entries.filter.open-in", Map.of("status", "open", "direction", "in"));
        filters.put("bank-entries.filter.open-out", Map.of("status", "open", "direction", "out"));
        Stream.of("matched", "allocated", "reversed", "ignored", "undone")
                .forEach(status -> filters.put("bank-entries.filter." + status, Map.of("status", status)));
        filters.put("bank-entries.filter.all", Map.of());
        return filters;
    }

    @Override
    public Map<String, String> queues() {
        return Map.of(
                "bank_entries_in", "bank-entries.filter.open-in",
                "bank_entries_out", "bank-entries.filter.open-out");
    }

    @Override
    public Narrowing narrowing() {
        return new Narrowing(ACCOUNT, "bank-entries.account.all", api -> {
            var names = new LinkedHashMap<String, String>();
            accounts.read(api).forEach(account -> names.put(account.id().toString(), OwnAccounts.name(account)));
            return names;
        });
    }

    /**
     * The queue of the entries of a day: those that nobody has explained, if there are some.
     *
     * @param account as people know it
     */
    static Overview.Queue ofDay(Day day, String account) {
        return new Overview.Queue(
                DAY_QUEUE + (day.open() > 0 ? "open " : "all ") + day.id() + " " + day.accountId() + OF_DAY + day.day()
                        + " " + account,
                "bank_entry",
                0,
                false,
                0,
                null,
                null);
    }

    @Override
    public @Nullable Narrowed narrowed(String queue) {
        if (!queue.startsWith(DAY_QUEUE)) {
            return null;
        }
        var words = queue.substring(DAY_QUEUE.length()).split(" ", 6);
        return new Narrowed(
                "bank-entries.filter." + words[0],
                words[2] + OF_DAY + words[4],
                words[5] + " · " + workspace.formats().day(LocalDate.parse(words[4])),
                "bank_day",
                UUID.fromString(words[1]));
    }

    @Override
    public List<Column<Entry>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                new Column<>("bank-entries.column.day", 156, Look.SHORT, this::day),
                new Column<>("queue.column.amount", 120, Look.SIGNED, this::amount),
                new Column<>("bank-entries.column.other", 104, Look.TEXT, BankEntryKind::other),
                new Column<>("bank-entries.column.text", 104, Look.TEXT, BankEntryKind::text),
                new Column<>("bank-entries.column.account", 96, Look.TEXT, entry -> accounts.number(entry.accountId())),
                columns.status(Entry::status));
    }

    @Override
    public double listPart() {
        return 0.5;
    }

    /** Its day, and its time if the bank says it. */
    private String day(Entry entry) {
        var day = workspace.formats().day(LocalDate.parse(entry.booked()));
        return entry.time() == null ? day : day + " " + minutes(entry.time());
    }

    /** The hours and minutes of a time. */
    private static String minutes(String time) {
        return time.substring(0, Math.min(time.length(), "00:00".length()));
    }

    /** Who sent or got the money, as the bank calls them; empty if it does not. */
    static String other(Entry entry) {
        return Stream.of(entry.partyName(), entry.partyAccount())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private static String text(Entry entry) {
        return entry.text().replaceAll("\\s+", " ").strip();
    }

    @Override
    public List<Column.Exported<Entry>> exported() {
        var exports = new Exports(workspace);
        var texts = workspace.texts();
        return List.of(
                exports.environment(),
                exports.status(),
                exports.text("bank-entries.column.account", entry -> accounts.number(entry.accountId())),
                exports.text("bank-entries.booked", Entry::booked),
                exports.text("bank-entries.time", Entry::time),
                exports.text("bank-entries.value-day", Entry::valueDay),
                exports.amount("queue.column.amount", Entry::amount, Entry::currency),
                exports.currency(Entry::currency),
                exports.text("bank-entries.column.other", Entry::partyName),
                exports.text("bank-entries.party.account", Entry::partyAccount),
                exports.text("bank-entries.party.bank", Entry::partyBank),
                exports.text("bank-entries.column.text", Entry::text),
                exports.text("bank-entries.hint", entry -> texts.word("bank-entries.hint", entry.hint())),
                exports.text("export.bank-reference", Entry::bankReference),
                exports.text("bank-entries.end-to-end", Entry::endToEnd),
                exports.id("bank-entries.matched", Entry::matchedId),
                exports.text("bank-entries.reason", entry -> reason(workspace, entry)),
                exports.text("export.decided-by", Entry::decidedBy),
                exports.time("export.updated", Entry::updatedAt));
    }

    /** Why it is as it is, in words; empty for no reason. A person wrote that of an ignored entry, and chose that of an allocated one. */
    static String reason(Workspace workspace, Entry entry) {
        var reason = entry.reason();
        if (reason == null) {
            return "";
        }
        return switch (entry.status()) {
            case "ignored" -> reason;
            case "allocated" -> workspace.texts().word(BankEntryDecisions.CATEGORY, reason);
            default -> workspace.texts().word("bank-entries.why", reason);
        };
    }

    @Override
    public List<Decision> decisions(EntryDetail detail) {
        return new BankEntryDecisions(workspace, accounts, detail).all();
    }

    @Override
    public boolean claims() {
        return false;
    }

    @Override
    public boolean searchable() {
        return false;
    }

    @Override
    public String permission() {
        return "money";
    }

    @Override
    public String eventType() {
        return "bank_entry";
    }
}
