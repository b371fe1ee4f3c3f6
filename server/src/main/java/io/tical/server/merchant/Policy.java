package io.tical.server.merchant;

import io.tical.common.CurrencyProfile;
import io.tical.server.crypto.Network;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rules that one organization is under, as they were at one moment. */
public final class Policy {
    private final Organization organization;
    private final Map<LimitKey, Limit> limits;
    private final Map<FeeKey, Fee> fees;

    private record LimitKey(boolean livemode, String currency, Method method) {}

    private record FeeKey(boolean livemode, String currency, Operation operation) {}

    Policy(Organization organization, List<Limit> limits, List<FeeRule> fees) {
        this.organization = organization;
        this.limits = limits.stream()
                .collect(Collectors.toUnmodifiableMap(
                        limit -> new LimitKey(limit.livemode(), limit.currency(), limit.method()),
                        Function.identity()));
        this.fees = fees.stream()
                .collect(Collectors.toUnmodifiableMap(
                        rule -> new FeeKey(rule.livemode(), rule.currency(), rule.operation()), FeeRule::fee));
    }

    public String name() {
        return organization.name();
    }

    public String defaultCurrency() {
        return organization.defaultCurrency();
    }

    /** Where the organization's days begin. */
    public ZoneId zone() {
        return organization.zone();
    }

    /** From which amounts on people decide; they do so in live alone. */
    public Thresholds thresholds(boolean livemode) {
        return livemode ? organization.thresholds() : Thresholds.NONE;
    }

    /** The configured limit of a method, or the default: 1 to 2,000,000 whole units each way, no daily cap. */
    public Limit limit(boolean livemode, CurrencyProfile currency, Method method) {
        var limit = limits.get(new LimitKey(livemode, currency.code(), method));
        return limit == null ? Limit.standard(livemode, currency, method) : limit;
    }

    /** What one payout may be. */
    public AmountLimits payout(boolean livemode, CurrencyProfile currency) {
        return limit(livemode, currency, Method.PAYOUT).withdraw();
    }

    /** Whether payins may come in by this; payouts always go. */
    public boolean open(Method method) {
        var channels = organization.switches().channels();
        return switch (method) {
            case BANK -> channels.bank();
            case QRCODE -> channels.qrcode();
            case CRYPTO -> channels.crypto();
            case PAYOUT -> true;
        };
    }

    /** Whether deposits may come in on this network. */
    public boolean open(Network network) {
        return organization.switches().networks().open(network);
    }

    /** Whether payins are matched with payouts, and payouts offered to payins. */
    public boolean matches() {
        return organization.switches().channels().p2p();
    }

    /** What takes a payin that finds no match. */
    public MatchFallback matchFallback() {
        return organization.switches().p2pFallback();
    }

    /** What an operation costs; nothing unless a fee is set. */
    public Fee fee(boolean livemode, String currency, Operation operation) {
        return fees.getOrDefault(new FeeKey(livemode, currency, operation), Fee.NONE);
    }
}
