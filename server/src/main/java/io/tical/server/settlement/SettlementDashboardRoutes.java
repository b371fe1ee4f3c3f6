package io.tical.server.settlement;

import static io.tical.server.member.Sheet.money;
import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.member.TransactionRoutes;
import io.tical.server.session.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/settlements}: the organization's settlements to accounts of customers and to its own, read-only. */
record SettlementDashboardRoutes(Settlements settlements, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("client_operation_id"),
            text("status"),
            text("currency"),
            money("amount"),
            money("fee_amount"),
            money("net_amount"),
            text("destination.bank_code"),
            text("destination.account_no"),
            text("destination.holder_name"),
            text("dest_account_id"),
            text("failure_code"),
            text("failure_message"),
            time("created_at"),
            time("completed_at"),
            time("finalized_at"),
            time("updated_at"),
            text("livemode"));

    List<SessionEndpoint<Member>> endpoints() {
        return new TransactionRoutes<>(
                        "settlements",
                        lists,
                        settlements.reads(),
                        List.of(
                                "status",
                                "currency",
                                "client_operation_id",
                                "q",
                                "from",
                                "to",
                                "amount_min",
                                "amount_max",
                                "account"),
                        Settlements::filter,
                        RowViews.each(settlement -> shown(settlement, SettlementView.of(settlement))),
                        (member, settlement) -> shown(settlement, SettlementView.whole(settlements.whole(settlement))),
                        settlements::timeline,
                        SHEET)
                .endpoints();
    }

    /** Adds the time of its end, of failed ones too. */
    private static Map<String, @Nullable Object> shown(Settlement settlement, Map<String, @Nullable Object> fields) {
        var view = new LinkedHashMap<String, @Nullable Object>(fields);
        view.put("finalized_at", settlement.progress().finalizedAt());
        return view;
    }
}
