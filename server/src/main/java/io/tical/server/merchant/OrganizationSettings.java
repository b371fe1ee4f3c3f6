package io.tical.server.merchant;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An organization with everything that operators configure, as in JSON and in the audit log. Amounts are in minor units.
 *
 * @param limits the configured limits; all others have the defaults of {@link Limit}
 * @param fees the configured fees; all others are 0
 * @param fourEyesExceptions the operators whose four-eyes threshold is lower, because they asked for the present one or approved it
 */
public record OrganizationSettings(
        UUID id,
        String code,
        String name,
        String defaultCurrency,
        String timezone,
        List<LimitRow> limits,
        List<FeeRow> fees,
        Thresholds thresholds,
        Switches.Channels channels,
        Switches.Networks networks,
        MatchFallback p2pFallback,
        Instant createdAt,
        long version,
        List<FourEyesException> fourEyesExceptions) {
    /** @param environment {@code test} or {@code live} */
    public record LimitRow(
            String environment,
            String currencyCode,
            Method methodType,
            long minDeposit,
            long maxDeposit,
            long minWithdraw,
            long maxWithdraw,
            @Nullable Long dailyWithdrawLimit,
            List<AmountLimits.Range> maintenanceRanges) {
        private static LimitRow of(Limit limit) {
            return new LimitRow(
                    word(limit.livemode()),
                    limit.currency(),
                    limit.method(),
                    limit.minDeposit(),
                    limit.maxDeposit(),
                    limit.minWithdraw(),
                    limit.maxWithdraw(),
                    limit.dailyWithdrawLimit(),
                    limit.maintenanceRanges());
        }
    }

    /** @param environment {@code test} or {@code live} */
    public record FeeRow(String environment, String currencyCode, FeeType operation, long perMille, long fixed) {
        private static FeeRow of(FeeRule rule) {
            return new FeeRow(
                    word(rule.livemode()),
                    rule.currency(),
                    rule.operation(),
                    rule.fee().perMille(),
                    rule.fee().fixed());
        }
    }

    static String word(boolean livemode) {
        return livemode ? "live" : "test";
    }

    static OrganizationSettings of(Organization organization, List<Limit> limits, List<FeeRule> fees) {
        var switches = organization.switches();
        return new OrganizationSettings(
                organization.id(),
                organization.code(),
                organization.name(),
                organization.defaultCurrency(),
                organization.zone().getId(),
                limits.stream().map(LimitRow::of).toList(),
                fees.stream().map(FeeRow::of).toList(),
                organization.thresholds(),
                switches.channels(),
                switches.networks(),
                switches.p2pFallback(),
                organization.createdAt(),
                organization.version(),
                organization.fourEyesExceptions());
    }

    /** These settings without the limits and fees that the other settings also have. */
    OrganizationSettings without(OrganizationSettings other) {
        return new OrganizationSettings(
                id,
                code,
                name,
                defaultCurrency,
                timezone,
                limits.stream().filter(Predicate.not(other.limits::contains)).toList(),
                fees.stream().filter(Predicate.not(other.fees::contains)).toList(),
                thresholds,
                channels,
                networks,
                p2pFallback,
                createdAt,
                version,
                fourEyesExceptions);
    }
}
