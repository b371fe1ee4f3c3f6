package io.tical.server.sandbox;

import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Gate;
import io.tical.server.problem.Problem;
import java.util.List;

/** {@code POST /v1/sandbox/top-up}. */
record TopUpRoutes(TopUps topUps, Currencies currencies) {
    /** Visible ASCII characters of this operation's {@code Idempotency-Key} (spec, Limits). */
    private static final int KEY_LENGTH_MAX = 128;

    private static final int CURRENCY_LENGTH_MAX = 16;

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/v1/sandbox/top-up", Scope.SANDBOX_TOPUP, this::topUp)
                .testOnly());
    }

    private Answer topUp(Call call) {
        Gate.requireIdempotencyKey(call.idempotencyKey(), KEY_LENGTH_MAX);
        return Answer.of(topUps.topUp(command(call), call.idempotent(Answer::created)));
    }

    private TopUps.Command command(Call call) {
        var body = call.json();
        var code = body.text("currency", CURRENCY_LENGTH_MAX);
        var amount = body.amount("amount_minor");
        if (amount > TopUps.AMOUNT_MAX) {
            body.wrong("amount_minor", "too_large", "must be at most " + TopUps.AMOUNT_MAX);
        }
        body.check();
        var currency = currencies
                .find(code)
                .filter(found -> currencies.isActive(code))
                .orElseThrow(() -> new Problem.BadRequest("CURRENCY_UNSUPPORTED", code + " is not an active currency"));
        if (amount <= 0) {
            throw new Problem.BadRequest("AMOUNT_INVALID", "amount_minor must be greater than zero");
        }
        if (!currency.divides(amount)) {
            throw new Problem.BadRequest(
                    "AMOUNT_NOT_DIVISIBLE",
                    "amount_minor must be a multiple of " + currency.unitStep() + " for " + currency.code());
        }
        return new TopUps.Command(call.caller().organizationId(), currency.code(), amount);
    }
}
