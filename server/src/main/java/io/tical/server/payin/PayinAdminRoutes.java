package io.tical.server.payin;

import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.rail.BankCode;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/payins}: operators find payins, and decide on their payments, refunds and matches.
 *
 * @param organizationName the name of an organization
 */
record PayinAdminRoutes(
        Payins payins,
        PayinSlips slips,
        UnallocatedFunds unallocated,
        Leases leases,
        Function<UUID, String> organizationName,
        PayPage page,
        Paging paging) {
    private static final String TREE = "/admin/v1/payins";
    private static final int TEXT_MAX = 500;
    private static final int REFERENCE_MAX = 100;
    private static final int BANK_MAX = 32;
    private static final String CODE = "[a-z][a-z0-9_]{0,63}";
    private static final String CLOSED_BY_STAFF = "closed_by_staff";

    List<SessionEndpoint<Staff>> endpoints() {
        var own = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read),
                SessionEndpoint.post(TREE + "/{id}/resend", staff -> staff.may(Permission.CALLBACKS), this::resend));
        var claims = new LeaseRoutes(leases, TREE, PayinOperation.OBJECT_TYPE, Permission.MONEY, this::leasable);
        return Stream.concat(own.stream(), claims.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var payin = payins.get(id);
        var possible = PossiblePayinDecision.on(payin, payins.match(payin));
        return new Leasable(payin.key(), payin.status(), !possible.isEmpty());
    }

    List<StaffAction> actions() {
        return List.of(
                new StaffAction(TREE + "/{id}/refund", Permission.REFUNDS, this::refund),
                new StaffAction(TREE + "/{id}/refund/complete", Permission.REFUNDS, this::completeRefund),
                new StaffAction(TREE + "/{id}/confirm", Permission.MONEY, this::confirm),
                new StaffAction(TREE + "/{id}/fail", Permission.MONEY, this::fail),
                new StaffAction(TREE + "/{id}/release-match", Permission.MONEY, false, this::releaseMatch));
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = Payins.filter(call.query());
        var environments = Environments.of(call.query());
        var selection = Selection.ofAll(environments + " " + filter);
        var wanted = paging.page(call, selection);
        var rows = payins.list(environments, filter, wanted);
        var claimed = leases.of(rows.stream().map(Payin::key).toList());
        return paging.answer(call, wanted, selection, rows, Payin::id, payin -> view(payin, claimed.get(payin.key())));
    }

    private Map<String, @Nullable Object> view(Payin payin) {
        return view(payin, leases.find(payin.key()).orElse(null));
    }

    private Map<String, @Nullable Object> view(Payin payin, @Nullable Lease claim) {
        return PayinAdminView.of(payin, organizationName.apply(payin.terms().organizationId()), claim, page);
    }

    private Answer read(SessionCall<Staff> call) {
        var payin = payins.get(call.id(PayinOperation.OBJECT_TYPE));
        var view = view(payin);
        var match = payins.match(payin);
        view.put("match", match.map(PayinAdminView.OfMatch::of).orElse(null));
        view.put("decisions", PossiblePayinDecision.on(payin, match));
        view.put("slip_ids", slips.ids(payin.key()));
        view.put("unallocated_funds", unallocated.views(payin.key()));
        view.put("timeline", payins.timeline(payin));
        return Answer.ok(view);
    }

    private Answer resend(SessionCall<Staff> call) {
        var visit = call.visit();
        var by = call.person().decision(visit.requestId(), visit.source(), null);
        var payin = payins.get(call.id(PayinOperation.OBJECT_TYPE));
        return Answer.ok(view(payins.resend(payin.key(), by)));
    }

    private Payin payin(Map<String, String> path) {
        return payins.get(StaffAction.id(path, PayinOperation.OBJECT_TYPE));
    }

    /** Decides with these use cases, or with those that only check. */
    @FunctionalInterface
    private interface UseCase {
        Payin decide(Payins payins, StaffDecision by);
    }

    /** A decision that moves money; it is checked, and made, by the same use case. */
    private Request request(Payin payin, Stake stake, UseCase useCase) {
        return new Request(
                payin.key(),
                PayinOperation.OBJECT_TYPE,
                payin.version(),
                stake,
                by -> useCase.decide(payins.checks(), by),
                by -> view(useCase.decide(payins, by)));
    }

    private Request request(Payin payin, Function<StaffDecision, Payin> effect) {
        return new Request(payin.key(), PayinOperation.OBJECT_TYPE, payin.version(), by -> view(effect.apply(by)));
    }

    /** What the merchant was credited. */
    private static Stake credit(Payin payin) {
        return new Stake(payin.progress().settled().net(), payin.terms().currency());
    }

    private Request refund(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var reason = body.text("reason", TEXT_MAX);
        return request(payin, credit(payin), (use, by) -> use.openRefund(payin.key(), by.because(reason)));
    }

    private Request completeRefund(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var reference = body.textOrNull("reference", REFERENCE_MAX);
        return request(
                payin,
                credit(payin),
                (use, by) ->
                        use.completeRefund(payin.key(), reference == null ? by : by.because("reference " + reference)));
    }

    private Request confirm(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var paid = body.amount("paid_amount");
        if (paid < 1) {
            body.wrong("paid_amount", "positive", "must be a positive number of minor units");
        }
        var reference = text(body, "reference", REFERENCE_MAX);
        var bank = text(body, "sending_bank", BANK_MAX);
        if (bank != null && reference == null) {
            body.wrong("reference", "required", "is required with sending_bank");
        }
        var known = bank == null
                ? null
                : BankCode.of(bank, payin.terms().currency()).orElse(bank.strip());
        requireNote(body);
        return request(
                payin,
                new Stake(paid, payin.terms().currency()),
                (use, by) -> use.found(payin.key(), new Receipt(paid, reference), known, by));
    }

    private Request fail(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var code = body.textOrNull("failure_code", TEXT_MAX);
        if (code != null && !code.matches(CODE)) {
            body.wrong("failure_code", "word", "must be a word of a-z, 0-9 and _, at most 64 characters");
        }
        requireNote(body);
        return request(payin, by -> payins.fail(payin.key(), code == null ? CLOSED_BY_STAFF : code, by));
    }

    private Request releaseMatch(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        requireNote(body);
        return request(payin, by -> {
            payins.releaseMatch(payin.key(), by);
            return payins.get(payin.key());
        });
    }

    /** A text without the spaces around it; null if it is absent or blank. */
    private static @Nullable String text(JsonBody body, String field, int lengthMax) {
        var text = body.textOrNull(field, lengthMax);
        return text == null || BankTransfer.withoutSpaces(text).isEmpty() ? null : text.strip();
    }

    private static void requireNote(JsonBody body) {
        if (!body.has("note")) {
            body.wrong("note", "required", "is required: tell colleagues why");
        }
    }
}
