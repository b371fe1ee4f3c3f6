package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.payout.Payout;
import io.tical.server.payout.PayoutView;
import io.tical.server.payout.Payouts;
import io.tical.server.session.Member;
import io.tical.server.transaction.MerchantAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operations of owners on payouts at {@code /api/payouts}, like those of API keys at {@code /v1/payouts}. */
record PayoutActionRoutes(Payouts payouts) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.post("/api/payouts/{id}/cancel", Member::mayChange, this::cancel),
                SessionEndpoint.post("/api/payouts/{id}/test-confirm", Member::mayChange, this::testConfirm));
    }

    /** A payout with the possible actions of the user. */
    Map<String, @Nullable Object> shown(Member member, Payout payout) {
        var view = new LinkedHashMap<String, @Nullable Object>(PayoutView.of(payout));
        view.put("actions", member.mayChange() ? payouts.possible(payout.key()) : List.<MerchantAction>of());
        return view;
    }

    private Answer cancel(SessionCall<Member> call) {
        var key = payout(call).key();
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payouts.cancel(key, intent.author(), intent.answered(PayoutActionRoutes::changed)));
    }

    private Answer testConfirm(SessionCall<Member> call) {
        var key = payout(call).key();
        Environment.requireTest(key.livemode());
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payouts.testConfirm(key, intent.author(), intent.answered(PayoutActionRoutes::changed)));
    }

    /** Without the possible actions, because the response is rendered in the transaction of the change, which must not read more. */
    private static Answer changed(Payout payout) {
        return Answer.ok(PayoutView.of(payout));
    }

    private Payout payout(SessionCall<Member> call) {
        return TransactionRoutes.named(call, payouts.reads());
    }
}
