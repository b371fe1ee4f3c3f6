package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.money;
import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinFilters;
import io.tical.server.payin.PayinView;
import io.tical.server.payin.Payins;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditLog;
import java.util.List;

/** {@code /api/payins}: reads the organization's payins. */
record PayinsRoutes(Payins payins, Lists lists, PayPage page, PayinActionRoutes actions, AuditLog log) {
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
            time("updated_at"),
            text("livemode"));

    List<SessionEndpoint<Member>> endpoints() {
        return new TransactionRoutes<>(
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
                        payin -> PayinView.of(payin, page),
                        actions::shown,
                        payin -> TimelineItemWithUser.of(log, payin.key(), payins.timeline(payin)),
                        SHEET)
                .endpoints();
    }
}
