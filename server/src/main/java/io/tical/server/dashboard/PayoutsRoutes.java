package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.money;
import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.payout.PayoutView;
import io.tical.server.payout.Payouts;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditLog;
import java.util.List;

/** {@code /api/payouts}: reads the organization's payouts. */
record PayoutsRoutes(Payouts payouts, Lists lists, PayoutActionRoutes actions, AuditLog log) {
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
        return new TransactionRoutes<>(
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
                        PayoutView::of,
                        actions::shown,
                        payout -> TimelineItemWithUser.of(log, payout.key(), payouts.timeline(payout)),
                        SHEET)
                .endpoints();
    }
}
