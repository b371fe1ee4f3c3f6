package io.tical.server.payout;

import static io.tical.server.payout.PayoutAggregate.OBJECT_TYPE;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import java.util.List;

/** The merchants' operations on payouts, in both vocabularies. */
record PayoutRoutes(Payouts payouts, Paging paging) {
    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/payouts", Scope.PAYOUTS_WRITE, this::create),
                Endpoint.get("/v1/payouts", Scope.PAYOUTS_READ, this::list)
                        .paged("status", "currency", "order_ref", "merchant_ref_id", "q"),
                Endpoint.get("/v1/payouts/{id}", Scope.PAYOUTS_READ, this::read),
                Endpoint.get("/v1/payouts/{id}/timeline", Scope.PAYOUTS_READ, this::timeline),
                Endpoint.post("/v1/payouts/{id}/cancel", Scope.PAYOUTS_WRITE, this::cancel),
                Endpoint.post("/v1/payouts/{id}/test-confirm", Scope.PAYOUTS_WRITE, this::testConfirm)
                        .testOnly());
    }

    private Answer create(Call call) {
        return Answer.of(payouts.create(
                PayoutRequest.parse(call.caller(), call.requestId(), call.json()),
                call.idempotent(payout -> Answer.created(PayoutView.of(payout)))));
    }

    private Answer list(Call call) {
        var filter = Payouts.filter(call.query());
        var selection = Selection.of(call.caller(), filter.toString());
        var page = paging.page(call, selection);
        var rows = payouts.reads()
                .list(call.caller().organizationId(), call.caller().livemode(), filter, page);
        return paging.answer(call, page, selection, rows, Payout::id, PayoutView::of);
    }

    private Answer read(Call call) {
        return Answer.ok(PayoutView.of(payouts.reads().get(call.key(OBJECT_TYPE))));
    }

    private Answer timeline(Call call) {
        return Answer.ok(payouts.timeline(payouts.reads().get(call.key(OBJECT_TYPE))));
    }

    private Answer cancel(Call call) {
        return Answer.of(payouts.cancel(
                call.key(OBJECT_TYPE), call.actor(), call.idempotent(payout -> Answer.ok(PayoutView.of(payout)))));
    }

    private Answer testConfirm(Call call) {
        return Answer.of(payouts.testConfirm(
                call.key(OBJECT_TYPE), call.actor(), call.idempotent(payout -> Answer.ok(PayoutView.of(payout)))));
    }
}
