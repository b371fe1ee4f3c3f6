package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Organizations with their configuration. */
public final class Organizations {
    private Organizations() {}

    /**
     * @param code identifies it to others
     * @param approval its change that waits; null without one, and in lists
     */
    public record Row(
            UUID id,
            String code,
            String name,
            String defaultCurrency,
            String timezone,
            long createdAt,
            Approvals.@Nullable Row approval)
            implements Listed {}

    /** The threshold of an operator who asked for a higher one, or approved it. @param amount minor units */
    public record FourEyesException(String operator, long amount) {}

    /**
     * An organization.
     *
     * @param limits that are configured; all others have their defaults
     * @param fees that are configured; all others are 0
     * @param channels which channels new payins may have, by their names
     * @param p2pFallback the channel of a payin that finds no payout to match
     */
    public record Detail(
            @JsonUnwrapped Row row,
            List<Limit> limits,
            List<Fee> fees,
            Thresholds thresholds,
            Map<String, Boolean> channels,
            Map<String, Boolean> networks,
            String p2pFallback,
            List<FourEyesException> fourEyesExceptions) {}

    /** Amounts in minor units. @param dailyWithdrawLimit null for no limit */
    public record Limit(
            String environment,
            String currencyCode,
            String methodType,
            long minDeposit,
            long maxDeposit,
            long minWithdraw,
            long maxWithdraw,
            @Nullable Long dailyWithdrawLimit,
            List<Range> maintenanceRanges) {}

    public record Range(long min, long max) {}

    /** @param perMille thousandths of the amount */
    public record Fee(String environment, String currencyCode, String operation, int perMille, long fixed) {}

    /** Minor units; null for none. */
    public record Thresholds(
            @Nullable Long review,
            @Nullable Long unverifiedReview,
            @Nullable Long fourEyes) {}

    /** A user of the dashboard. */
    public record User(
            UUID id,
            String username,
            String role,
            long createdAt,
            @Nullable Long lastSignInAt) {}
}
