package io.tical.server.limit;

import io.tical.common.Word;
import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.merchant.Method;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Locale;

/** {@code GET /v1/me/limits}: the limits of the key's environment. */
record LimitRoutes(Limits limits, Currencies currencies) {
    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/v1/me/limits", Scope.LIMITS_READ, this::limits).taking("currency_code", "method_type"));
    }

    private Answer limits(Call call) {
        var currency = call.query().text("currency_code").map(this::currency);
        var method = call.query().text("method_type").map(LimitRoutes::method);
        var caller = call.caller();
        return Answer.ok(limits.of(caller.organizationId(), caller.livemode()).stream()
                .filter(limit -> currency.isEmpty() || limit.currencyCode().equals(currency.get()))
                .filter(limit -> method.isEmpty() || limit.methodType() == method.get())
                .toList());
    }

    private String currency(String text) {
        return currencies.requireHeld(text.toUpperCase(Locale.ROOT)).code();
    }

    private static Method method(String word) {
        return Word.find(Method.class, word)
                .orElseThrow(
                        () -> new Problem.Invalid("method_type", "unknown", "must be bank, qrcode, crypto or payout"));
    }
}
