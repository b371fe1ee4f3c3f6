package io.tical.server.merchant;

import io.tical.server.currency.Currencies;
import java.time.ZoneId;
import java.util.List;

/**
 * The settings of an organization that protect money: thresholds, channels, networks and the fallback, what applies to live fees and limits,
 * and the zone of their days. The names and what applies to the test environment alone are none.
 *
 * @param zone in which the days of daily limits begin
 * @param thresholds apply to live
 * @param fees of live
 * @param limits of live
 */
record OrganizationControls(
        ZoneId zone, Thresholds thresholds, Switches switches, List<FeeRule> fees, List<Limit> limits) {
    static OrganizationControls of(Organization organization, List<Limit> limits, List<FeeRule> fees) {
        return new OrganizationControls(
                organization.zone(),
                organization.thresholds(),
                organization.switches(),
                fees.stream().filter(FeeRule::livemode).toList(),
                limits.stream().filter(Limit::livemode).toList());
    }

    /**
     * Whether these controls allow something that the earlier ones did not: a threshold is higher or gone, a channel or network is on, payers
     * fall back to another rail, a limit is wider or begins another day, or a fee is another one.
     */
    boolean allowMoreThan(OrganizationControls old, Currencies currencies) {
        return FourEyesException.raises(old.thresholds.review(), thresholds.review())
                || FourEyesException.raises(old.thresholds.unverifiedReview(), thresholds.unverifiedReview())
                || FourEyesException.raises(old.thresholds.fourEyes(), thresholds.fourEyes())
                || opens(old.switches)
                || (switches.p2pFallback() != old.switches.p2pFallback() && switches.p2pFallback() != MatchFallback.OFF)
                || (!zone.equals(old.zone) && old.limits.stream().anyMatch(limit -> limit.dailyWithdrawLimit() != null))
                || fees.stream().anyMatch(rule -> !rule.fee().equals(old.fee(rule)))
                || limits.stream().anyMatch(limit -> wider(old.limit(limit, currencies), limit));
    }

    private boolean opens(Switches old) {
        var was = flags(old);
        var is = flags(switches);
        for (int number = 0; number < is.size(); number++) {
            if (is.get(number) && !was.get(number)) {
                return true;
            }
        }
        return false;
    }

    private static List<Boolean> flags(Switches of) {
        var channels = of.channels();
        var networks = of.networks();
        return List.of(
                channels.bank(),
                channels.qrcode(),
                channels.crypto(),
                channels.p2p(),
                networks.trc20(),
                networks.erc20(),
                networks.bep20());
    }

    private Fee fee(FeeRule of) {
        return fees.stream()
                .filter(rule -> rule.currency().equals(of.currency()) && rule.operation() == of.operation())
                .map(FeeRule::fee)
                .findFirst()
                .orElse(Fee.NONE);
    }

    private Limit limit(Limit of, Currencies currencies) {
        return limits.stream()
                .filter(limit -> limit.currency().equals(of.currency()) && limit.method() == of.method())
                .findFirst()
                .orElseGet(() ->
                        Limit.standard(true, currencies.find(of.currency()).orElseThrow(), of.method()));
    }

    private static boolean wider(Limit old, Limit now) {
        return wider(old.deposit(), now.deposit()) || wider(old.withdraw(), now.withdraw());
    }

    private static boolean wider(AmountLimits old, AmountLimits now) {
        if (now.maintenance()) {
            return false;
        }
        return old.maintenance()
                || now.min() < old.min()
                || now.max() > old.max()
                || FourEyesException.raises(old.dailyMax(), now.dailyMax())
                || !now.maintenanceRanges().containsAll(old.maintenanceRanges());
    }
}
