package io.tical.server.crypto;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When an address is checked: before its deposit expires, after the expiry until everything before it is known, then daily while it is
 * watched, and once at the end. A difference is checked again soon.
 */
final class CheckTimes {
    private static final Duration BEFORE_EXPIRY = Duration.ofMinutes(1);
    private static final Duration AFTER_DIFFERENCE_MIN = Duration.ofMinutes(5);
    private static final Duration AFTER_DIFFERENCE_MAX = Duration.ofHours(1);
    /** A check covers only what is final, so the first one after the expiry may be too early. */
    private static final Duration RETRY = Duration.ofMinutes(2);

    private static final Duration DAY = Duration.ofDays(1);

    private CheckTimes() {}

    /** The first check of a deposit, or the first one after its expiry was changed. */
    static Instant first(Instant openedAt, Instant expiresAt) {
        var before = expiresAt.minus(BEFORE_EXPIRY);
        return before.isBefore(openedAt) ? expiresAt : before;
    }

    /**
     * The check after one that was just made.
     *
     * @param kept how long an address is watched after its creation
     * @return null for none
     */
    static @Nullable Instant after(Deposit deposit, Duration kept, Instant now) {
        var expired = deposit.expiresAt().plus(DepositReconciliation.GRACE);
        var check = deposit.progress().check();
        var since = check.differsSince();
        if (since != null) {
            var half = Duration.between(since, now).dividedBy(2);
            return now.plus(
                    half.compareTo(AFTER_DIFFERENCE_MIN) < 0
                            ? AFTER_DIFFERENCE_MIN
                            : half.compareTo(AFTER_DIFFERENCE_MAX) > 0 ? AFTER_DIFFERENCE_MAX : half);
        }
        if (now.isBefore(expired)) {
            return expired;
        }
        if (!check.covers(deposit.expiresAt())) {
            return now.plus(RETRY);
        }
        var end = deposit.openedAt().plus(kept);
        if (!now.isBefore(end)) {
            return check.covers(end) ? null : now.plus(RETRY);
        }
        // On the hour, so that many addresses share the requests of a check.
        var daily = now.plus(DAY).truncatedTo(ChronoUnit.HOURS);
        return daily.isBefore(end) ? daily : end;
    }
}
