package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.money;
import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.dashboard.Listing.Selected;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import io.tical.server.settlement.Settlement;
import io.tical.server.settlement.SettlementView;
import io.tical.server.settlement.Settlements;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /api/settlements}: the organization's settlements to accounts of customers and to its own, read-only. */
record SettlementsRoutes(Settlements settlements, Lists lists) {
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
            time("updated_at"));

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists, "settlements", Member::mayRead, this::selected, Settlement::id, SettlementsRoutes::shown, SHEET);
        return Stream.concat(
                        listing.endpoints().stream(),
                        Stream.of(
                                SessionEndpoint.get(
                                        "/api/settlements/{id}",
                                        Member::mayRead,
                                        call -> Answer.ok(shown(settlement(call)))),
                                SessionEndpoint.get(
                                        "/api/settlements/{id}/timeline",
                                        Member::mayRead,
                                        call -> Answer.ok(settlements.timeline(settlement(call))))))
                .toList();
    }

    /** A settlement with the time of its end, failed ones too. */
    private static Map<String, @Nullable Object> shown(Settlement settlement) {
        var view = new LinkedHashMap<String, @Nullable Object>(SettlementView.of(settlement));
        view.put("finalized_at", settlement.progress().finalizedAt());
        return view;
    }

    private Selected<Settlement> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var filter = Settlements.filter(call.query(), lists.zone(call));
        return Selected.of(
                livemode,
                filter,
                page -> settlements.list(organizationId, livemode, filter, page),
                lists.search(page -> settlements.find(organizationId, livemode, filter, page)));
    }

    private Settlement settlement(SessionCall<Member> call) {
        return settlements.ofEither(call.person().organizationId(), call.id("settlement"));
    }
}
