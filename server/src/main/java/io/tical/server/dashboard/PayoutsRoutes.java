package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.payout.Payout;
import io.tical.server.payout.PayoutView;
import io.tical.server.payout.Payouts;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/payouts}: the organization's payouts, read-only. */
record PayoutsRoutes(Payouts payouts, Paging paging) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/payouts", Member::mayRead, this::list),
                SessionEndpoint.get(
                        "/api/payouts/{id}", Member::mayRead, call -> Answer.ok(PayoutView.of(payout(call)))),
                SessionEndpoint.get(
                        "/api/payouts/{id}/timeline",
                        Member::mayRead,
                        call -> Answer.ok(payouts.timeline(payout(call)))));
    }

    private Answer list(SessionCall<Member> call) {
        var livemode = Environment.one(call.query());
        var filter = Payouts.filter(call.query());
        var selection = Selection.of(call.person().organizationId(), livemode, filter.toString());
        var page = paging.page(call, selection);
        var rows = payouts.list(call.person().organizationId(), livemode, filter, page);
        return paging.answer(call, page, selection, rows, Payout::id, PayoutView::of);
    }

    private Payout payout(SessionCall<Member> call) {
        return payouts.ofEither(call.person().organizationId(), call.id("payout"));
    }
}
