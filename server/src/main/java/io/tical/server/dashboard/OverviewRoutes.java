package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.BalanceItem;
import io.tical.server.ledger.Balances;
import io.tical.server.member.Environment;
import io.tical.server.merchant.Policies;
import io.tical.server.session.Member;
import io.tical.server.webhook.CallbackDashboardRoutes;
import io.tical.server.webhook.CallbackEndpoints;
import io.tical.server.webhook.Deliveries;
import java.util.List;

/** {@code /api/overview}: balances, volume and the state of callbacks. */
record OverviewRoutes(
        Policies policies, Balances balances, Volume volume, CallbackEndpoints callbacks, Deliveries deliveries) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(SessionEndpoint.get("/api/overview", Member::mayRead, this::overview)
                .taking(Environment.NAME));
    }

    private record View(
            String environment,
            String timezone,
            List<BalanceItem> balances,
            List<Volume.Item> volume,
            List<CallbackDashboardRoutes.View> callbacks,
            Deliveries.Unfinished deliveries) {}

    private Answer overview(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var zone = policies.of(organizationId).zone();
        return Answer.ok(new View(
                Environment.word(livemode),
                zone.getId(),
                balances.now(organizationId, livemode),
                volume.of(organizationId, livemode, zone),
                CallbackDashboardRoutes.views(callbacks, deliveries, organizationId, List.of(livemode)),
                deliveries.unfinished(organizationId, livemode)));
    }
}
