package io.tical.server.currency;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Endpoint;
import io.tical.server.module.Module;
import java.util.List;

/** The currencies of the service. */
public record CurrencyModule(Currencies currencies) implements Module {
    /** {@code /v1/currencies}: lists the active currencies. Every API key may call it. */
    @Override
    public List<Endpoint> endpoints() {
        var active = currencies.active();
        return List.of(Endpoint.get("/v1/currencies", Scope.BALANCE_READ, call -> Answer.ok(active))
                .anyScope());
    }
}
