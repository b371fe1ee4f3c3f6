package io.tical.server.sandbox;

import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Gate;
import java.util.List;

/** {@code POST /v1/sandbox/top-up}. */
record TopUpRoutes(TopUps topUps, Currencies currencies) {
    /** The maximum length of this operation's {@code Idempotency-Key}, in visible ASCII characters. */
    private static final int KEY_LENGTH_MAX = 128;

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/v1/sandbox/top-up", Scope.SANDBOX_TOPUP, this::topUp)
                .testOnly());
    }

    private Answer topUp(Call call) {
        Gate.requireIdempotencyKey(call.idempotencyKey(), KEY_LENGTH_MAX);
        var command = TopUps.Command.parse(call.caller().organizationId(), call.actor(), call.json(), currencies);
        return Answer.of(topUps.topUp(command, call.idempotent(Answer::created)));
    }
}
