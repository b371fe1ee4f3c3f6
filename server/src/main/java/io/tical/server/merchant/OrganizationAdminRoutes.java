package io.tical.server.merchant;

import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** {@code /admin/v1/organizations}: merchants and their configuration by operators. */
record OrganizationAdminRoutes(Organizations organizations, WaitingApprovals waiting, Paging paging) {
    private static final int TEXT_MAX = 256;
    private static final int ROWS_MAX = 500;
    private static final int RANGES_MAX = 20;
    private static final String CURRENCY_DEFAULT = "THB";
    private static final String TIMEZONE_DEFAULT = "Asia/Bangkok";
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);
    private static final Predicate<Staff> CHANGE = staff -> staff.may(Permission.ORGANIZATIONS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get("/admin/v1/organizations", READ, this::list).paged("q"),
                SessionEndpoint.post("/admin/v1/organizations", CHANGE, this::create),
                SessionEndpoint.get(
                        "/admin/v1/organizations/{id}", READ, call -> Answer.ok(view(call.id("organization")))));
    }

    /** The settings that merchants' money depends on need a second person where they allow more than before. */
    StaffAction change() {
        return StaffAction.change("PATCH", "/admin/v1/organizations/{id}", Permission.ORGANIZATIONS, (path, body) -> {
            var id = StaffAction.id(path, "organization");
            var change = change(body);
            body.check();
            var outlook = organizations.outlook(id, change);
            var request = new StaffAction.Request(
                    key(id),
                    "organization",
                    outlook.version(),
                    by -> organizations.change(id, change, by),
                    () -> view(id));
            return outlook.control()
                    ? request.changing(ControlChange.of(outlook.was().name(), outlook.logged(), outlook.secondPerson()))
                    : request;
        });
    }

    /** The settings concern both environments, so a change of an organization is of the live one. */
    private static TransactionKey key(UUID id) {
        return new TransactionKey(id, true, id);
    }

    private Object view(UUID id) {
        return waiting.shown(organizations.settings(id), key(id));
    }

    /** An organization in a list. */
    private record Item(UUID id, String code, String name, String defaultCurrency, String timezone, Instant createdAt) {
        static Item of(Organization one) {
            return new Item(
                    one.id(),
                    one.code(),
                    one.name(),
                    one.defaultCurrency(),
                    one.zone().getId(),
                    one.createdAt());
        }
    }

    private Answer list(SessionCall<Staff> call) {
        var prefix = call.query().search();
        var selection = Selection.ofAll("q=" + prefix);
        var page = paging.page(call, selection);
        return paging.answer(call, page, selection, organizations.list(page, prefix), Organization::id, Item::of);
    }

    private Answer create(SessionCall<Staff> call) {
        var body = call.json();
        var name = body.text("name", TEXT_MAX);
        var currency = body.textOrNull("default_currency", TEXT_MAX);
        var timezone = body.textOrNull("timezone", TEXT_MAX);
        body.check();
        var created = own(call)
                .create(
                        name,
                        currency == null ? CURRENCY_DEFAULT : currency,
                        timezone == null ? TIMEZONE_DEFAULT : timezone);
        return Answer.created(view(created.id()));
    }

    private static Organizations.Change change(JsonBody body) {
        return new Organizations.Change(
                body.textOrNull("name", TEXT_MAX),
                body.textOrNull("timezone", TEXT_MAX),
                body.object("thresholds")
                        .map(OrganizationAdminRoutes::thresholds)
                        .orElse(null),
                body.object("channels").map(OrganizationAdminRoutes::channels).orElse(null),
                body.object("networks").map(OrganizationAdminRoutes::networks).orElse(null),
                body.wordOrNull("p2p_fallback", MatchFallback.class),
                body.objects("limits", ROWS_MAX).stream()
                        .flatMap(row -> limit(row).stream())
                        .toList(),
                body.objects("fees", ROWS_MAX).stream()
                        .flatMap(row -> fee(row).stream())
                        .toList());
    }

    private static UnaryOperator<Thresholds> thresholds(JsonBody body) {
        var review = body.amountOrNull("review");
        var unverifiedReview = body.amountOrNull("unverified_review");
        var fourEyes = body.amountOrNull("four_eyes");
        return old -> new Thresholds(
                body.names("review") ? review : old.review(),
                body.names("unverified_review") ? unverifiedReview : old.unverifiedReview(),
                body.names("four_eyes") ? fourEyes : old.fourEyes());
    }

    private static Switches.Channels.Change channels(JsonBody body) {
        return new Switches.Channels.Change(
                body.flagOrNull("bank"), body.flagOrNull("qrcode"), body.flagOrNull("crypto"), body.flagOrNull("p2p"));
    }

    private static Switches.Networks.Change networks(JsonBody body) {
        return new Switches.Networks.Change(
                body.flagOrNull("TRC20"), body.flagOrNull("ERC20"), body.flagOrNull("BEP20"));
    }

    private static Optional<Limit> limit(JsonBody row) {
        var livemode = livemode(row);
        var currency = row.text("currency_code", TEXT_MAX);
        var method = row.word("method_type", Method.class);
        var minDeposit = row.amount("min_deposit");
        var maxDeposit = row.amount("max_deposit");
        var minWithdraw = row.amount("min_withdraw");
        var maxWithdraw = row.amount("max_withdraw");
        var daily = row.amountOrNull("daily_withdraw_limit");
        var ranges = row.objects("maintenance_ranges", RANGES_MAX).stream()
                .map(range -> new AmountLimits.Range(range.amount("min"), range.amount("max")))
                .toList();
        return method.flatMap(known -> row.valid(() ->
                new Limit(livemode, currency, known, minDeposit, maxDeposit, minWithdraw, maxWithdraw, daily, ranges)));
    }

    private static Optional<FeeRule> fee(JsonBody row) {
        var livemode = livemode(row);
        var currency = row.text("currency_code", TEXT_MAX);
        var operation = row.word("operation", FeeType.class);
        var perMille = row.amount("per_mille");
        var fixed = row.amount("fixed");
        return operation.flatMap(
                known -> row.valid(() -> new FeeRule(livemode, currency, known, new Fee(perMille, fixed))));
    }

    private static boolean livemode(JsonBody row) {
        var word = row.text("environment", TEXT_MAX);
        var live = OrganizationSettings.word(true);
        if (!word.isEmpty() && !word.equals(live) && !word.equals(OrganizationSettings.word(false))) {
            row.wrong("environment", "unknown", "must be test or live");
        }
        return word.equals(live);
    }

    /** The use cases with this operator as the author. */
    private Organizations own(SessionCall<Staff> call) {
        return organizations.by(Person.author(call));
    }
}
