package io.tical.server.currency;

import io.tical.server.http.Endpoint;
import io.tical.server.module.Module;
import java.util.List;

/** The currencies of the service. */
public record CurrencyModule(Currencies currencies) implements Module {
    @Override
    public List<Endpoint> endpoints() {
        return new CurrencyRoutes(currencies.active()).endpoints();
    }
}
