package io.tical.server.statement;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.input.Query;
import io.tical.server.ledger.Balances;
import io.tical.server.problem.Problem;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code GET /v1/balance} and {@code /v1/me/balances}, now or {@code ?at=} a past second.
 *
 * @param clock decides whether {@code ?at=} is in the future
 */
public record BalanceRoutes(Balances balances, Clock clock) {
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/v1/balance", Scope.BALANCE_READ, this::balance).taking("at"),
                Endpoint.get("/v1/me/balances", Scope.BALANCE_READ, this::balance)
                        .taking("at"));
    }

    private Answer balance(Call call) {
        var caller = call.caller();
        var at = at(call.query());
        return Answer.ok(
                at.isPresent()
                        ? balances.at(caller.organizationId(), caller.livemode(), at.get())
                        : balances.now(caller.organizationId(), caller.livemode()));
    }

    private Optional<Instant> at(Query query) {
        var at = query.time("at");
        if (at.isPresent() && at.get().getEpochSecond() > clock.instant().getEpochSecond()) {
            throw new Problem.Invalid("at", "future", "must not be in the future");
        }
        return at;
    }
}
