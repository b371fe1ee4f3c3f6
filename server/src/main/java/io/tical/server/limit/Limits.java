package io.tical.server.limit;

import io.tical.common.CurrencyProfile;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Networks;
import io.tical.server.currency.Currencies;
import io.tical.server.ledger.Ledger;
import io.tical.server.merchant.Method;
import io.tical.server.merchant.Policies;
import io.tical.server.merchant.Policy;
import io.tical.server.rail.Rails;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The limits that merchants read. */
public record Limits(
        Policies policies, Currencies currencies, Rails rails, Networks networks, Ledger ledger, Clock clock) {
    /** The limits of every active currency and every method that the organization may use, in the catalogue's order. */
    public List<LimitView> of(UUID organizationId, boolean livemode) {
        var policy = policies.of(organizationId);
        var today = LocalDate.ofInstant(clock.instant(), policy.zone());
        var used = ledger.dailyUsed(organizationId, livemode, today);
        return currencies.all().stream()
                .flatMap(currency -> methods(currency)
                        .filter(method -> usable(policy, livemode, method))
                        .map(method -> view(policy, livemode, currency, method, used)))
                .toList();
    }

    private Stream<Method> methods(CurrencyProfile currency) {
        if (currency.equals(currencies.usdt())) {
            return Stream.of(Method.CRYPTO);
        }
        return currencies.isActive(currency.code())
                ? Stream.of(Method.BANK, Method.QRCODE, Method.PAYOUT)
                : Stream.empty();
    }

    /** Direct matches are bank transfers too. */
    private boolean usable(Policy policy, boolean livemode, Method method) {
        return switch (method) {
            case BANK -> policy.open(method) || policy.takesPartInMatching();
            case QRCODE, PAYOUT -> policy.open(method);
            case CRYPTO ->
                policy.open(method)
                        && Arrays.stream(Network.values())
                                .anyMatch(network -> policy.open(network) && networks.isOpen(network, livemode));
        };
    }

    private LimitView view(
            Policy policy, boolean livemode, CurrencyProfile currency, Method method, Map<String, Long> used) {
        var configured = policy.limit(livemode, currency, method);
        return switch (method) {
            case BANK, QRCODE, CRYPTO ->
                LimitView.deposit(configured, EffectiveLimits.deposit(policy, livemode, currency, method));
            case PAYOUT ->
                LimitView.withdraw(
                        configured,
                        EffectiveLimits.withdraw(policy, livemode, currency, rails, clock.instant()),
                        used.getOrDefault(currency.code(), 0L));
        };
    }
}
