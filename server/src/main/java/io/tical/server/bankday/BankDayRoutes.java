package io.tical.server.bankday;

import io.tical.common.Json;
import io.tical.common.admin.BankDays.Detail;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDay.Status;
import io.tical.server.bank.AccountDays.Totals;
import io.tical.server.currency.Currencies;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.CsvWriter;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StreamedContent;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/bank-days}: the days of the operator's accounts, how they are explained, and their closing. */
record BankDayRoutes(BankDays days, Currencies currencies, WaitingApprovals waiting, Paging paging) {
    private static final String TREE = "/admin/v1/bank-days";
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);
    private static final int SEALS_MAX = 50;
    private static final int STATE_MAX = 64;

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(TREE, READ, this::list).paged("status", "account_id", "livemode"),
                SessionEndpoint.get(TREE + "/{id}", READ, call -> Answer.ok(view(call.id(AccountDay.RESOURCE)))),
                SessionEndpoint.get(TREE + "/{id}/entries", READ, this::entries),
                SessionEndpoint.get(TREE + "/{id}/page", READ, this::page),
                SessionEndpoint.<Staff>get(TREE + "/{id}/document", READ, this::document)
                        .taking("number"));
    }

    List<StaffAction> actions() {
        return List.of(
                new StaffAction(TREE + "/{id}/close", Permission.MONEY, this::close),
                new StaffAction(TREE + "/{id}/reopen", Permission.MONEY, this::reopen));
    }

    private Answer list(SessionCall<Staff> call) {
        var query = call.query();
        var livemode = Environments.livemode(query).orElse(true);
        var account = query.id("account_id").orElse(null);
        var status = query.word("status", Status.class).orElse(null);
        var selection = Selection.ofAll(livemode + " " + account + " " + status);
        var page = paging.page(call, selection);
        record Read(List<AccountDay> days, Set<UUID> complete, Map<UUID, Totals> totals) {}
        var read = days.database().run(session -> {
            var found = days.days().list(session, livemode, account, status, page);
            return new Read(
                    found, days.days().complete(session, found), days.days().totals(session, found));
        });
        var currency = days.currencies();
        return paging.answer(
                call,
                page,
                selection,
                read.days(),
                AccountDay::id,
                day -> BankDayViews.day(
                        day,
                        currency.getOrDefault(day.accountId(), ""),
                        read.complete().contains(day.id()),
                        read.totals().getOrDefault(day.id(), Totals.NONE)));
    }

    private Detail detail(DaySummary summary) {
        var day = summary.day();
        return BankDayViews.detail(
                summary, days.account(day).currency(), days.lastClosed(day), days.seals(day, SEALS_MAX));
    }

    private Object view(UUID id) {
        var summary = days.summary(id);
        var shown = Json.object(detail(summary));
        shown.set("day", waiting.shown(shown.get("day"), summary.day().key()));
        return shown;
    }

    private Request request(AccountDay day, StaffAction.Check check, StaffAction.Effect effect) {
        return new Request(day.key(), AccountDay.RESOURCE, day.version(), null, check, effect, () -> view(day.id()));
    }

    private Request close(Map<String, String> path, JsonBody body) {
        var summary = days.summary(StaffAction.id(path, AccountDay.RESOURCE));
        var day = summary.day();
        body.require("state");
        var state = String.valueOf(body.textOrNull("state", STATE_MAX));
        var request =
                request(day, by -> BankDays.requireClosable(summary, state), by -> days.close(day.id(), state, by));
        if (summary.reasons().isEmpty() || !summary.hindrances().isEmpty() || day.status() != Status.OPEN) {
            return request;
        }
        return request.changing(change(day, new Closed(Status.OPEN, null), Closed.of(summary)));
    }

    /**
     * What a second person sees of a closing.
     *
     * @param reasons why there is one; null for none
     */
    private record Closed(Status status, @Nullable List<DaySummary.Reason> reasons) {
        static Closed of(DaySummary summary) {
            return new Closed(Status.CLOSED, List.copyOf(summary.reasons()));
        }
    }

    private ControlChange change(AccountDay day, Object was, Object is) {
        return ControlChange.of(BankDays.words(days.account(day), day), was, is, true);
    }

    private Request reopen(Map<String, String> path, JsonBody body) {
        var day = days.get(StaffAction.id(path, AccountDay.RESOURCE));
        body.require("note");
        return request(day, by -> BankDays.require(day, Status.CLOSED), by -> days.reopen(day.id(), by))
                .changing(change(day, new Closed(Status.CLOSED, null), new Closed(Status.OPEN, null)));
    }

    private static String name(AccountDay day, String rest) {
        return "bank-day-" + (day.livemode() ? "live" : "test") + "-" + day.day() + rest;
    }

    private StreamedContent entries(SessionCall<Staff> call) {
        var day = days.get(call.id(AccountDay.RESOURCE));
        var csv = new DayCsvView(days, currencies);
        return StreamedContent.file(CsvWriter.TYPE, name(day, ".csv"), client -> csv.write(day, client::write));
    }

    private StreamedContent page(SessionCall<Staff> call) {
        var summary = days.summary(call.id(AccountDay.RESOURCE));
        var page = DayPageView.html(days.account(summary.day()), detail(summary), currencies);
        return StreamedContent.file(
                "text/html; charset=utf-8", name(summary.day(), ".html"), client -> client.write(page));
    }

    private StreamedContent document(SessionCall<Staff> call) {
        var day = days.get(call.id(AccountDay.RESOURCE));
        var number = call.query().text("number").map(BankDayRoutes::number).orElse(null);
        var seal = days.seal(day, number);
        var name = "bank-day-" + (day.livemode() ? "live" : "test") + "-" + seal.number() + "-" + seal.day() + ".txt";
        return StreamedContent.file("text/plain; charset=utf-8", name, client -> days.copy(seal, client::write));
    }

    private static Long number(String text) {
        if (!text.matches("[1-9][0-9]{0,11}")) {
            throw new Problem.Invalid("number", "range", "must be a whole number from 1");
        }
        return Long.valueOf(text);
    }
}
