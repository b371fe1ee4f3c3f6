package io.tical.server.payin;

import io.tical.server.access.Scope;
import io.tical.server.crypto.Deposits;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.transaction.TransactionKey;
import java.util.List;

/** The merchants' operations on payins, in both vocabularies (spec, Endpoints). */
public final class PayinRoutes {
    private final Payins payins;
    private final Paging paging;
    private final PayinViews views;

    public PayinRoutes(Payins payins, Paging paging, PayPage page, Deposits deposits) {
        this.payins = payins;
        this.paging = paging;
        this.views = new PayinViews(page, deposits);
    }

    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/payins", Scope.PAYINS_WRITE, this::create),
                Endpoint.post("/v2/payins", Scope.PAYINS_WRITE, this::createGuide),
                Endpoint.get("/v1/payins", Scope.PAYINS_READ, this::list),
                Endpoint.get("/v1/payins/{id}", Scope.PAYINS_READ, this::read),
                Endpoint.get("/v1/payins/{id}/timeline", Scope.PAYINS_READ, this::timeline),
                Endpoint.post("/v1/payins/{id}/cancel", Scope.PAYINS_WRITE, this::cancel),
                Endpoint.post("/v2/payins/{id}/cancel", Scope.PAYINS_WRITE, this::cancelGuide),
                Endpoint.post("/v1/payins/{id}/test-confirm", Scope.PAYINS_WRITE, this::testConfirm)
                        .testOnly());
    }

    private Answer create(Call call) {
        return Answer.of(payins.create(
                PayinRequest.parse(call.caller(), call.requestId(), call.json()),
                call.idempotent(payin -> Answer.created(views.changed(payin)))));
    }

    private Answer createGuide(Call call) {
        return Answer.of(payins.create(
                PayinRequest.parseGuide(call.caller(), call.requestId(), call.json()),
                call.idempotent(payin -> Answer.created(views.created(payin)))));
    }

    private Answer list(Call call) {
        var filter = PayinList.filter(call.query());
        var selection = Selection.of(call.caller(), filter.toString());
        var rows = paging.page(call, selection);
        var found = payins.list(call.caller().organizationId(), call.caller().livemode(), filter, rows);
        return paging.answer(call, rows, selection, found, Payin::id, views.of(found));
    }

    private Answer read(Call call) {
        return Answer.ok(views.read(payins.get(key(call))));
    }

    private Answer timeline(Call call) {
        return Answer.ok(payins.timeline(payins.get(key(call))));
    }

    private Answer cancel(Call call) {
        return Answer.of(
                payins.cancel(key(call), call.actor(), call.idempotent(payin -> Answer.ok(views.changed(payin)))));
    }

    private Answer cancelGuide(Call call) {
        return Answer.of(payins.cancel(
                key(call), call.actor(), call.idempotent(payin -> Answer.ok(PayinView.cancelled(payin)))));
    }

    private Answer testConfirm(Call call) {
        return Answer.of(
                payins.testConfirm(key(call), call.actor(), call.idempotent(payin -> Answer.ok(views.changed(payin)))));
    }

    private static TransactionKey key(Call call) {
        return new TransactionKey(
                call.caller().organizationId(), call.caller().livemode(), call.id(PayinOperation.OBJECT_TYPE));
    }
}
