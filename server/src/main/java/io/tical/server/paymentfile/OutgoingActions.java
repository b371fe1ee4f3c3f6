package io.tical.server.paymentfile;

import io.tical.common.Ids;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.staff.Permission;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on files of payments. One person alone neither releases a file nor says that it never came to the bank.
 */
record OutgoingActions(
        FileDrafts drafts, OutgoingFiles files, BankAnswers answers, PayingAccounts accounts, OutgoingRoutes routes) {
    private static final int WORD_MAX = 60;
    private static final int SETTINGS_MAX = 20;
    private static final int SETTING_MAX = 100;
    private static final int REMOVED_MAX = 1000;
    private static final int DAYS_MAX = 30;
    private static final int PAYMENTS_MAX = 10_000;
    private static final int PAYMENTS_DEFAULT = 1_000;
    private static final int NUMBER_MAX = 99_999;

    List<StaffAction> all() {
        return List.of(
                new StaffAction(
                        "POST",
                        OutgoingRoutes.FILES,
                        Permission.PAYOUTS,
                        false,
                        false,
                        true,
                        false,
                        null,
                        (path, body) -> create(body)),
                new StaffAction(OutgoingRoutes.FILES + "/{id}/remove", Permission.PAYOUTS, this::remove),
                new StaffAction(
                        OutgoingRoutes.FILES + "/{id}/discard", Permission.PAYOUTS, (path, body) -> discard(path)),
                new StaffAction(
                        OutgoingRoutes.FILES + "/{id}/release", Permission.PAYOUTS, (path, body) -> release(path)),
                new StaffAction(OutgoingRoutes.FILES + "/{id}/void", Permission.PAYOUTS, this::voidFile),
                new StaffAction(
                        OutgoingRoutes.RESULTS + "/{id}/apply", Permission.PAYOUTS, (path, body) -> apply(path)),
                new StaffAction(
                        OutgoingRoutes.RESULTS + "/{id}/discard",
                        Permission.PAYOUTS,
                        (path, body) -> discardResult(path)),
                StaffAction.change("PUT", OutgoingRoutes.ACCOUNTS + "/{id}", Permission.MONEY, this::account)
                        .onVersion());
    }

    private Request create(JsonBody body) {
        var account = body.id("account_id");
        var day = day(body, "execution_day");
        var livemode = !Boolean.FALSE.equals(body.flagOrNull("livemode"));
        body.check();
        var id = Ids.next();
        return new Request(
                TransactionKey.ofService(livemode, account),
                OutgoingFile.RESOURCE,
                StaffAction.NO_VERSION,
                by -> drafts.create(id, account, livemode, day, by),
                () -> routes.view(id));
    }

    private static @Nullable LocalDate day(JsonBody body, String field) {
        return parsed(body, field, LocalDate::parse, "must be a day such as 2026-11-20");
    }

    private static <T> @Nullable T parsed(JsonBody body, String field, Function<String, T> parse, String wrong) {
        var text = body.textOrNull(field, WORD_MAX);
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return parse.apply(text.strip());
        } catch (DateTimeException e) {
            body.wrong(field, "format", wrong);
            return null;
        }
    }

    private OutgoingFile file(Map<String, String> path) {
        return files.get(StaffAction.id(path, OutgoingFile.RESOURCE));
    }

    private Request request(
            OutgoingFile file, @Nullable Stake stake, StaffAction.Check check, StaffAction.Effect effect) {
        return new Request(
                OutgoingFiles.key(file),
                OutgoingFile.RESOURCE,
                file.version(),
                stake,
                check,
                effect,
                () -> routes.view(file.id()));
    }

    private Request remove(Map<String, String> path, JsonBody body) {
        var file = file(path);
        var numbers = body.texts("payments", REMOVED_MAX, WORD_MAX).stream()
                .flatMap(text -> number(body, text))
                .collect(Collectors.toSet());
        return request(
                file,
                null,
                by -> OutgoingFiles.require(file, OutgoingFile.Status.DRAFT),
                by -> files.remove(file.id(), numbers, by));
    }

    private static Stream<Integer> number(JsonBody body, String text) {
        if (text.matches("[0-9]{1,5}")) {
            return Stream.of(Integer.valueOf(text));
        }
        body.wrong("payments", "number", "must be numbers of payments, 1 to " + NUMBER_MAX);
        return Stream.empty();
    }

    private Request discard(Map<String, String> path) {
        var file = file(path);
        return request(
                file,
                null,
                by -> OutgoingFiles.require(file, OutgoingFile.Status.DRAFT, OutgoingFile.Status.RELEASED),
                by -> files.discard(file.id(), by));
    }

    private static Stake stake(OutgoingFile file) {
        return new Stake(file.total(), file.terms().currency());
    }

    private Request release(Map<String, String> path) {
        var file = file(path);
        return request(file, stake(file), by -> files.requireReleasable(file), by -> files.release(file.id(), by))
                .ofTwo();
    }

    private Request voidFile(Map<String, String> path, JsonBody body) {
        body.require("note");
        var file = file(path);
        return request(file, stake(file), by -> files.requireVoidable(file), by -> files.voidFile(file.id(), by))
                .ofTwo();
    }

    private BankAnswer result(Map<String, String> path) {
        return answers.get(StaffAction.id(path, BankAnswer.RESOURCE));
    }

    private Request request(BankAnswer answer, @Nullable Stake stake, StaffAction.Effect effect) {
        return new Request(
                BankAnswers.key(answer),
                BankAnswer.RESOURCE,
                answer.version(),
                stake,
                by -> BankAnswers.requireWaiting(answer),
                effect,
                () -> routes.resultView(answer.id()));
    }

    private Request apply(Map<String, String> path) {
        var answer = result(path);
        return request(answer, answers.stake(answer), by -> answers.apply(answer.id(), by));
    }

    private Request discardResult(Map<String, String> path) {
        var answer = result(path);
        return request(answer, null, by -> answers.discard(answer.id(), by));
    }

    private Request account(Map<String, String> path, JsonBody body) {
        var id = StaffAction.id(path, "collection_account");
        var old = accounts.get(id);
        var before = old.paying();
        var format = body.text("format", WORD_MAX);
        var settings = body.pairs("settings", SETTINGS_MAX, SETTING_MAX);
        var named = parsed(body, "zone", ZoneId::of, "must be a time zone such as Asia/Bangkok");
        var cutOff = parsed(body, "cut_off", LocalTime::parse, "must be a time of day such as 15:30");
        var answerDays = body.numberOrNull("answer_days", 1, DAYS_MAX);
        var paymentsMax = body.numberOrNull("payments_max", 1, PAYMENTS_MAX);
        var active = !Boolean.FALSE.equals(body.flagOrNull("active"));
        body.check();
        var changed = new PayingAccount(
                id,
                format,
                settings,
                Objects.requireNonNullElse(named, accounts.zone(old.account())),
                cutOff,
                answerDays == null ? 1 : answerDays.intValue(),
                paymentsMax == null ? PAYMENTS_DEFAULT : paymentsMax.intValue(),
                active,
                before == null ? 0 : before.version(),
                old.account().updatedAt());
        accounts.check(changed);
        var subject = old.account().bankCode() + " " + old.account().accountNo();
        var control = before == null
                ? ControlChange.creation(subject, changed.shown())
                : ControlChange.of(subject, before.shown(), changed.shown(), active);
        return new Request(
                        OutgoingRoutes.accountKey(id),
                        PayingAccount.RESOURCE,
                        changed.version(),
                        by -> accounts.set(changed, subject, by),
                        () -> routes.account(id))
                .changing(control);
    }
}
