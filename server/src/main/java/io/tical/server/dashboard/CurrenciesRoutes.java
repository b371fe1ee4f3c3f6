package io.tical.server.dashboard;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import java.util.List;

/**
 * {@code /api/currencies}: every currency of the service, for formatting amounts. Includes inactive currencies, because older amounts may
 * be in them.
 */
record CurrenciesRoutes(Currencies currencies) {
    private record View(String code, String name, String symbol, int scale, long unitStep, boolean active) {}

    List<SessionEndpoint<Member>> endpoints() {
        var views = currencies.all().stream()
                .map(currency -> new View(
                        currency.code(),
                        currency.name(),
                        currency.symbol(),
                        currency.scale(),
                        currency.unitStep(),
                        currencies.isActive(currency.code())))
                .toList();
        return List.of(SessionEndpoint.get("/api/currencies", Member::mayRead, call -> Answer.ok(views)));
    }
}
