package io.tical.server.sandbox;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Intent;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/sandbox/top-up}: adds test money to test balances, like {@code /v1/sandbox/top-up} for API keys. */
record TopUpDashboardRoutes(TopUps topUps, Currencies currencies) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/sandbox/top-up",
                        Member::mayRead,
                        call -> Answer.ok(new View(!topUps.blocked().getAsBoolean(), TopUps.AMOUNT_MAX))),
                SessionEndpoint.post("/api/sandbox/top-up", Member::mayChange, this::topUp));
    }

    /** @param enabled whether the operator allows test funding */
    private record View(boolean enabled, long amountMinorMax) {}

    private Answer topUp(SessionCall<Member> call) {
        var intent = Intent.of(call, false);
        var command = TopUps.Command.parse(call.person().organizationId(), intent.author(), call.json(), currencies);
        return Answer.of(topUps.topUp(command, intent.answered(Answer::created)));
    }
}
