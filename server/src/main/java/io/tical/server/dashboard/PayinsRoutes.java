package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinView;
import io.tical.server.payin.Payins;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/payins}: the organization's payins, read-only. */
record PayinsRoutes(Payins payins, Paging paging, PayPage page) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/payins", Member::mayRead, this::list),
                SessionEndpoint.get(
                        "/api/payins/{id}", Member::mayRead, call -> Answer.ok(PayinView.of(payin(call), page))),
                SessionEndpoint.get(
                        "/api/payins/{id}/timeline", Member::mayRead, call -> Answer.ok(payins.timeline(payin(call)))));
    }

    private Answer list(SessionCall<Member> call) {
        var livemode = Environment.one(call.query());
        var filter = Payins.filter(call.query());
        var selection = Selection.of(call.person().organizationId(), livemode, filter.toString());
        var wanted = paging.page(call, selection);
        var rows = payins.list(call.person().organizationId(), livemode, filter, wanted);
        return paging.answer(call, wanted, selection, rows, Payin::id, payin -> PayinView.of(payin, page));
    }

    private Payin payin(SessionCall<Member> call) {
        return payins.ofEither(call.person().organizationId(), call.id("payin"));
    }
}
