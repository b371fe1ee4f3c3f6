package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.money;
import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.dashboard.Listing.Selected;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinView;
import io.tical.server.payin.Payins;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.stream.Stream;

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
            time("updated_at"));

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists, "payins", Member::mayRead, this::selected, Payin::id, payin -> PayinView.of(payin, page), SHEET);
        return Stream.concat(
                        listing.endpoints().stream(),
                        Stream.of(
                                SessionEndpoint.get(
                                        "/api/payins/{id}",
                                        Member::mayRead,
                                        call -> Answer.ok(actions.shown(call.person(), payin(call)))),
                                SessionEndpoint.get("/api/payins/{id}/timeline", Member::mayRead, this::timeline)))
                .toList();
    }

    private Answer timeline(SessionCall<Member> call) {
        var payin = payin(call);
        return Answer.ok(TimelineItemWithUser.of(log, payin.key(), payins.timeline(payin)));
    }

    private Selected<Payin> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var filter = payins.search().filter(call.query(), lists.zone(call));
        return Selected.of(
                livemode,
                filter,
                page -> payins.list(organizationId, livemode, filter, page),
                lists.search(page -> payins.search().find(organizationId, livemode, filter, page)));
    }

    private Payin payin(SessionCall<Member> call) {
        return payins.ofEither(call.person().organizationId(), call.id("payin"));
    }
}
