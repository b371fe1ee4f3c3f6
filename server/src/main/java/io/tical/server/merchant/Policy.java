package io.tical.server.merchant;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.crypto.Network;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A snapshot of the rules of one organization. */
public final class Policy {
    private final Organization organization;
    private final Map<Key, Limit> limits;
    private final Map<Key, Fee> fees;

    /** @param of a method or an operation */
    private record Key(boolean livemode, String currency, Word of) {}

    Policy(Organization organization, List<Limit> limits, List<FeeRule> fees) {
        this.organization = organization;
        this.limits = limits.stream()
                .collect(Collectors.toUnmodifiableMap(
                        limit -> new Key(limit.livemode(), limit.currency(), limit.method()), Function.identity()));
        this.fees = fees.stream()
                .collect(Collectors.toUnmodifiableMap(
                        rule -> new Key(rule.livemode(), rule.currency(), rule.operation()), FeeRule::fee));
    }

    public String name() {
        return organization.name();
    }

    /** The ten characters that identify the organization to others. */
    public String code() {
        return organization.code();
    }

    public String defaultCurrency() {
        return organization.defaultCurrency();
    }

    /** The time zone of the organization's days. */
    public ZoneId zone() {
        return organization.zone();
    }

    /** The amounts from which staff must review a payout. There is no review in the test environment. */
    public Thresholds thresholds(boolean livemode) {
        return livemode ? organization.thresholds() : Thresholds.NONE;
    }

    /** As {@link Organization#fourEyes}. */
    @Nullable
    Long fourEyes(Predicate<String> person) {
        return organization.fourEyes(person);
    }

    /** The configured limit of a method, or the default of {@link Limit#standard}. */
    public Limit limit(boolean livemode, CurrencyProfile currency, Method method) {
        var limit = limits.get(new Key(livemode, currency.code(), method));
        return limit == null ? Limit.standard(livemode, currency, method) : limit;
    }

    /** Whether a payin channel is on. Always true for payouts. */
    public boolean open(Method method) {
        var channels = organization.switches().channels();
        return switch (method) {
            case BANK -> channels.bank();
            case QRCODE -> channels.qrcode();
            case CRYPTO -> channels.crypto();
            case PAYOUT -> true;
        };
    }

    public boolean open(Network network) {
        return organization.switches().networks().open(network);
    }

    /** Whether its payouts may be paid by payers of payins, and its payins may pay payouts. */
    public boolean takesPartInMatching() {
        return organization.switches().channels().p2p();
    }

    /** The fallback of payins without a match. */
    public MatchFallback matchFallback() {
        return organization.switches().p2pFallback();
    }

    /** The fee of an operation; none by default. */
    public Fee fee(boolean livemode, String currency, FeeType operation) {
        return fees.getOrDefault(new Key(livemode, currency, operation), Fee.NONE);
    }
}
