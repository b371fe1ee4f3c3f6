package io.tical.server.currency;

import io.tical.server.http.Endpoint;
import io.tical.server.module.Module;
import java.util.List;

/** The currencies of the service. */
public final class CurrencyModule implements Module {
    private final Currencies currencies = Currencies.shipped();

    public Currencies currencies() {
        return currencies;
    }

    @Override
    public List<Endpoint> endpoints() {
        return new CurrencyRoutes(currencies.active()).endpoints();
    }
}
