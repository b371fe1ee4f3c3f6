package io.tical.server.payin;

import static io.tical.server.payin.Payin.OBJECT_TYPE;

import io.tical.server.access.Scope;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Deposits;
import io.tical.server.crypto.Network;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The merchants' operations on payins, in both vocabularies. */
record PayinRoutes(Payins payins, Paging paging, PayPage page, Deposits deposits) {
    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/payins", Scope.PAYINS_WRITE, call -> create(call, false)),
                Endpoint.post("/v2/payins", Scope.PAYINS_WRITE, call -> create(call, true)),
                Endpoint.get("/v1/payins", Scope.PAYINS_READ, this::list)
                        .paged("status", "currency", "order_ref", "merchant_ref_id", "q"),
                Endpoint.get("/v1/payins/{id}", Scope.PAYINS_READ, this::read),
                Endpoint.get("/v1/payins/{id}/timeline", Scope.PAYINS_READ, this::timeline),
                Endpoint.post("/v1/payins/{id}/cancel", Scope.PAYINS_WRITE, call -> cancel(call, this::changed)),
                Endpoint.post("/v2/payins/{id}/cancel", Scope.PAYINS_WRITE, call -> cancel(call, PayinView::cancelled)),
                Endpoint.post("/v1/payins/{id}/test-confirm", Scope.PAYINS_WRITE, this::testConfirm)
                        .testOnly());
    }

    private Answer create(Call call, boolean v2) {
        var caller = call.caller();
        var merchant = new PayinRequest.Merchant(caller.organizationId(), caller.livemode(), call.actor());
        var payin = PayinRequest.parse(merchant, call.json(), v2);
        return Answer.of(payins.create(
                payin, call.idempotent(made -> Answer.created(v2 ? PayinView.created(made, page) : changed(made)))));
    }

    private Answer list(Call call) {
        var filter = PayinFilters.of(call.query());
        var selection = Selection.of(call.caller(), filter.toString());
        var rows = paging.page(call, selection);
        var found = payins.reads()
                .list(call.caller().organizationId(), call.caller().livemode(), filter, rows);
        return paging.answer(call, rows, selection, found, Payin::id, views(found));
    }

    private Answer read(Call call) {
        var payin = payins.reads().get(call.key(OBJECT_TYPE));
        return Answer.ok(views(List.of(payin)).apply(payin));
    }

    private Answer timeline(Call call) {
        return Answer.ok(payins.timeline(payins.reads().get(call.key(OBJECT_TYPE))));
    }

    private Answer cancel(Call call, Function<Payin, Object> view) {
        return Answer.of(payins.cancel(
                call.key(OBJECT_TYPE), call.actor(), call.idempotent(payin -> Answer.ok(view.apply(payin)))));
    }

    private Answer testConfirm(Call call) {
        return Answer.of(payins.testConfirm(
                call.key(OBJECT_TYPE), call.actor(), call.idempotent(payin -> Answer.ok(changed(payin)))));
    }

    /** The view after a change, without reading received transfers. */
    private Object changed(Payin payin) {
        return view(payin, null);
    }

    /** The views of these payins. Reads received transfers with one statement. */
    private Function<Payin, Object> views(List<Payin> payins) {
        var found = deposits.find(payins.stream()
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO)
                .map(Payin::key)
                .toList());
        return payin -> view(payin, found.get(payin.key()));
    }

    private Object view(Payin payin, @Nullable Deposit deposit) {
        return switch (payin.terms().channel()) {
            case BANK, QRCODE -> PayinView.of(payin, page);
            case CRYPTO -> {
                var network =
                        Network.valueOf(Objects.requireNonNull(payin.receiving().platform()));
                yield PayinView.deposit(payin, deposit, deposits.networks().confirmations(network), page);
            }
        };
    }
}
