package io.tical.server.currency;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;

/** The currencies of the service. */
public record CurrencyModule(Currencies currencies) implements Module {
    /** The currencies that the service ships. */
    public static CurrencyModule of(Modules modules) {
        return new CurrencyModule(Currencies.shipped());
    }

    /** {@code /admin/v1/currencies}: lists all currencies, because amounts of inactive ones exist. */
    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        var all = currencies.all();
        return List.of(SessionEndpoint.get(
                "/admin/v1/currencies", staff -> staff.may(Permission.READ), call -> Answer.ok(all)));
    }

    /** {@code /v1/currencies}: lists the active currencies. Every API key may call it. */
    @Override
    public List<Endpoint> endpoints() {
        var active = currencies.active();
        return List.of(Endpoint.get("/v1/currencies", Scope.BALANCE_READ, call -> Answer.ok(active))
                .anyScope());
    }
}
