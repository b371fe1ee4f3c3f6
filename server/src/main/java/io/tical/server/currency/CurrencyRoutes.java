package io.tical.server.currency;

import io.tical.common.CurrencyProfile;
import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Endpoint;
import java.util.List;

/** {@code /v1/currencies}: lists the active currencies. Every API key may call it. */
public record CurrencyRoutes(List<CurrencyProfile> active) {
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/v1/currencies", Scope.BALANCE_READ, call -> Answer.ok(active))
                .anyScope());
    }
}
