package io.tical.server.currency;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.session.Member;
import io.tical.server.staff.Permission;

/** The currencies of the service. */
public record CurrencyModule(Currencies currencies) implements Module {
    private record Shown(String code, String name, String symbol, int scale, long unitStep, boolean active) {}

    /** The currencies that the service ships. */
    public static CurrencyModule of(Modules modules) {
        return new CurrencyModule(Currencies.shipped());
    }

    @Override
    public void contribute(Contributions to) {
        // Every API key may call it.
        var active = currencies.active();
        to.add(
                Kind.ENDPOINTS,
                Endpoint.get("/v1/currencies", Scope.BALANCE_READ, call -> Answer.ok(active))
                        .anyScope());
        // Operators and users see all, because amounts of inactive ones exist.
        var all = currencies.all();
        var shown = all.stream()
                .map(currency -> new Shown(
                        currency.code(),
                        currency.name(),
                        currency.symbol(),
                        currency.scale(),
                        currency.unitStep(),
                        currencies.isActive(currency.code())))
                .toList();
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                SessionEndpoint.get("/api/currencies", Member::mayRead, call -> Answer.ok(shown)));
        to.add(
                Kind.ADMIN_ENDPOINTS,
                SessionEndpoint.get(
                        "/admin/v1/currencies", staff -> staff.may(Permission.READ), call -> Answer.ok(all)));
    }
}
