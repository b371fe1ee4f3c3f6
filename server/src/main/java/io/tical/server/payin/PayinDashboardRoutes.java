package io.tical.server.payin;

import static io.tical.server.member.Sheet.money;
import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.db.Database;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.member.Environment;
import io.tical.server.member.Intent;
import io.tical.server.member.Lists;
import io.tical.server.member.Sheet;
import io.tical.server.member.TimelineItemWithUser;
import io.tical.server.member.TransactionRoutes;
import io.tical.server.problem.Problem;
import io.tical.server.qr.QrSvg;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.MerchantAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/payins}: the organization's payins, the operations of owners on them, like those of API keys at {@code /v1/payins}, and the QR code
 * of a pay page's address.
 */
record PayinDashboardRoutes(
        Database database, Payins payins, ExpectedTransfers expected, Lists lists, PayPage page, AuditLog log) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("order_ref"),
            text("status"),
            text("currency"),
            money("amount"),
            money("transfer_amount"),
            money("paid_amount"),
            money("fee_amount"),
            money("net_amount"),
            text("channel"),
            text("receiving_type"),
            text("receiving_platform"),
            text("receiving_identifier"),
            text("receiving_holder_name"),
            text("customer_id"),
            text("customer_name"),
            text("customer_account_id"),
            text("customer_account_holder_name"),
            text("failure_code"),
            text("notes"),
            time("created_at"),
            time("expired_at"),
            time("finalized_at"),
            time("bank_proved_at"),
            time("updated_at"),
            text("livemode"));

    List<SessionEndpoint<Member>> endpoints() {
        var transactions = new TransactionRoutes<>(
                "payins",
                lists,
                payins.reads(),
                List.of(
                        "status",
                        "currency",
                        "order_ref",
                        "merchant_ref_id",
                        "q",
                        "channel",
                        "from",
                        "to",
                        "amount_min",
                        "amount_max",
                        "account"),
                (query, zone) -> PayinFilters.of(query, zone, lists.currencies()),
                this::rows,
                this::shown,
                payin -> TimelineItemWithUser.of(log, payin.key(), payins.timeline(payin)),
                SHEET);
        return transactions.and(
                SessionEndpoint.<Member>get("/api/proved-payins", Member::mayRead, this::provedOfDays)
                        .taking(Environment.NAME, "currency", "from", "to"),
                SessionEndpoint.get("/api/payins/{id}/pay-page.svg", Member::mayRead, this::qrCode),
                SessionEndpoint.post("/api/payins", Member::mayChange, this::create),
                SessionEndpoint.post("/api/payins/{id}/cancel", Member::mayChange, this::cancel),
                SessionEndpoint.post("/api/payins/{id}/test-confirm", Member::mayChange, this::testConfirm));
    }

    /** Payins of a list, each with when the bank proved its payment; null without a proof. */
    private Function<Payin, Object> rows(List<Payin> rows) {
        var proved = proved(rows);
        return payin -> view(payin, proved);
    }

    private Map<TransactionKey, Instant> proved(List<Payin> rows) {
        var paid = rows.stream().filter(PaidPayins::isPaid).map(Payin::key).toList();
        return paid.isEmpty() ? Map.of() : database.run(session -> expected.proved(session, paid));
    }

    private Map<String, @Nullable Object> view(Payin payin, Map<TransactionKey, Instant> proved) {
        var view = new LinkedHashMap<String, @Nullable Object>(PayinView.of(payin, page));
        view.put("bank_proved_at", proved.get(payin.key()));
        return view;
    }

    /** A payin with the possible actions of the user. */
    private Map<String, @Nullable Object> shown(Member member, Payin payin) {
        return shown(member, payin, proved(List.of(payin)));
    }

    private Map<String, @Nullable Object> shown(Member member, Payin payin, Map<TransactionKey, Instant> proved) {
        var view = view(payin, proved);
        view.put(
                "deposit_page_url",
                payin.terms().channel() == Channel.CRYPTO
                        ? page.depositUrl(payin.terms().payToken())
                        : null);
        view.put("actions", member.mayChange() ? Payins.possible(payin) : List.<MerchantAction>of());
        return view;
    }

    /** What the bank proves of the payins that were created on some days. */
    private Answer provedOfDays(SessionCall<Member> call) {
        var query = call.query();
        var days = lists.zone(call);
        var currency = query.text("currency")
                .map(code -> code.toUpperCase(Locale.ROOT))
                .orElseThrow(() -> new Problem.Invalid("currency", "required", "is required: an ISO 4217 code"));
        var from = query.time("from", days)
                .orElseThrow(() -> new Problem.Invalid("from", "required", "is required: the first second"));
        var until = query.time("to", days).orElseGet(lists.clock()::instant);
        var organization = call.person().organizationId();
        var wallet = new WalletKey(
                organization,
                Environment.one(query),
                lists.currencies().requireHeld(currency).code());
        return Answer.ok(lists.exports()
                .answer(
                        organization,
                        () -> lists.exports()
                                .read(() -> database.run(session -> expected.proved(session, wallet, from, until)))));
    }

    /** The answer of a change, in its transaction: no statement has proved what it has just made. */
    private Answer changed(SessionCall<Member> call, Payin payin) {
        return Answer.ok(shown(call.person(), payin, Map.of()));
    }

    private Answer create(SessionCall<Member> call) {
        var body = call.json();
        var intent = Intent.of(call, Environment.of(body));
        var merchant = new PayinRequest.Merchant(call.person().organizationId(), intent.livemode(), intent.author());
        return Answer.of(payins.create(
                PayinRequest.parse(merchant, body, false),
                intent.answered(payin -> Answer.created(shown(call.person(), payin, Map.of())))));
    }

    private Answer cancel(SessionCall<Member> call) {
        var key = payin(call).key();
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payins.cancel(key, intent.author(), intent.answered(payin -> changed(call, payin))));
    }

    private Answer testConfirm(SessionCall<Member> call) {
        var key = payin(call).key();
        Environment.requireTest(key.livemode());
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payins.testConfirm(key, intent.author(), intent.answered(payin -> changed(call, payin))));
    }

    private Payin payin(SessionCall<Member> call) {
        return TransactionRoutes.named(call, payins.reads());
    }

    private StaticContent qrCode(SessionCall<Member> call) {
        var terms = payin(call).terms();
        var token = terms.payToken();
        var picture = QrSvg.of(terms.channel() == Channel.CRYPTO ? page.depositUrl(token) : page.url(token));
        return StaticContent.of("image/svg+xml", picture.getBytes(StandardCharsets.UTF_8));
    }
}
