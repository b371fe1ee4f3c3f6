package io.tical.server.limit;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Environment;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.Policies;
import io.tical.server.session.Member;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** {@code /api/limits}: the limits and fees of one environment, as they apply now. */
record LimitDashboardRoutes(Limits limits, Policies policies, Currencies currencies) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/limits", Member::mayRead, this::read).taking(Environment.NAME));
    }

    private record View(String environment, List<LimitView> limits, List<FeeView> fees) {}

    /**
     * @param perMille thousandths of the amount
     * @param fixed minor units, in addition
     */
    private record FeeView(String currencyCode, FeeType operation, long perMille, long fixed) {}

    private Answer read(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        return Answer.ok(new View(
                Environment.word(livemode), limits.of(organizationId, livemode), fees(organizationId, livemode)));
    }

    /** Of every currency in which the organization can have a balance. */
    private List<FeeView> fees(UUID organizationId, boolean livemode) {
        var policy = policies.of(organizationId);
        return currencies.all().stream()
                .filter(currency -> currencies.isActive(currency.code()) || currency.equals(currencies.usdt()))
                .flatMap(currency -> Arrays.stream(FeeType.values()).map(operation -> {
                    var fee = policy.fee(livemode, currency.code(), operation);
                    return new FeeView(currency.code(), operation, fee.perMille(), fee.fixed());
                }))
                .toList();
    }
}
