package io.tical.server.payout;

import static io.tical.server.member.Sheet.money;
import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Environment;
import io.tical.server.member.Intent;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.member.TimelineItemWithUser;
import io.tical.server.member.TransactionRoutes;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.MerchantAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/payouts}: the organization's payouts, and the operations of owners on them, like those of API keys at {@code /v1/payouts}. */
record PayoutDashboardRoutes(Payouts payouts, Lists lists, AuditLog log) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("order_ref"),
            text("status"),
            text("currency"),
            money("amount"),
            money("chain_transfer_amount"),
            money("fee_amount"),
            money("net_amount"),
            text("destination.bank_code"),
            text("destination.account_no"),
            text("destination.holder_name"),
            text("customer_id"),
            text("customer_name"),
            text("customer_account_id"),
            text("sender_type"),
            text("sender_platform"),
            text("sender_identifier"),
            text("sender_holder_name"),
            text("slip_qr_ref"),
            text("review_reason"),
            text("failure_code"),
            text("failure_message"),
            text("notes"),
            time("created_at"),
            time("expired_at"),
            time("finalized_at"),
            time("updated_at"),
            text("livemode"));

    List<SessionEndpoint<Member>> endpoints() {
        var transactions = new TransactionRoutes<>(
                "payouts",
                lists,
                payouts.reads(),
                List.of(
                        "status",
                        "currency",
                        "order_ref",
                        "merchant_ref_id",
                        "q",
                        "from",
                        "to",
                        "amount_min",
                        "amount_max",
                        "account"),
                Payouts::filter,
                RowViews.each(PayoutView::of),
                this::shown,
                payout -> TimelineItemWithUser.of(log, payout.key(), payouts.timeline(payout)),
                SHEET);
        return transactions.and(
                SessionEndpoint.post("/api/payouts/{id}/cancel", Member::mayChange, this::cancel),
                SessionEndpoint.post("/api/payouts/{id}/test-confirm", Member::mayChange, this::testConfirm));
    }

    /** A payout with the possible actions of the user. */
    private Map<String, @Nullable Object> shown(Member member, Payout payout) {
        var view = new LinkedHashMap<String, @Nullable Object>(PayoutView.of(payout));
        view.put("actions", member.mayChange() ? payouts.possible(payout.key()) : List.<MerchantAction>of());
        return view;
    }

    private Answer cancel(SessionCall<Member> call) {
        var key = payout(call).key();
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payouts.cancel(key, intent.author(), intent.answered(PayoutDashboardRoutes::changed)));
    }

    private Answer testConfirm(SessionCall<Member> call) {
        var key = payout(call).key();
        Environment.requireTest(key.livemode());
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payouts.testConfirm(key, intent.author(), intent.answered(PayoutDashboardRoutes::changed)));
    }

    /** Without the possible actions, because the response is rendered in the transaction of the change, which must not read more. */
    private static Answer changed(Payout payout) {
        return Answer.ok(PayoutView.of(payout));
    }

    private Payout payout(SessionCall<Member> call) {
        return TransactionRoutes.named(call, payouts.reads());
    }
}
