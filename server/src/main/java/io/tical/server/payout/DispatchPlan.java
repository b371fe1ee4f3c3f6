package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Leg;
import io.tical.server.rail.Resending;
import io.tical.server.rail.Sending;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The legs of a payout to send or poll now. A pure function of the payout.
 *
 * @param after the payout with the attempts to send; when no call is made now, also with the time of the next one
 */
record DispatchPlan(PayoutAggregate after, List<Sending> sendings) {
    /** @param polls the delays after dispatch at which an open attempt is polled */
    static DispatchPlan of(PayoutAggregate before, String rail, List<Duration> polls, Instant now) {
        if (before.status() != PayoutStatus.PROCESSING || before.claimed().isPresent()) {
            return new DispatchPlan(before, List.of());
        }
        var sendings = new ArrayList<Sending>();
        var after = before;
        Instant later = null;
        for (var step : before.undecided().toList()) {
            var open = before.living(step.number()).orElse(null);
            var notBefore =
                    open == null ? Resending.notBefore(before.attemptsOf(step.number())) : pollAt(before, open, polls);
            if (notBefore != null && notBefore.isAfter(now)) {
                later = later == null || notBefore.isBefore(later) ? notBefore : later;
            } else if (open == null) {
                var fresh = before.next(Ids.next(), step, rail, now);
                after = after.with(fresh, StepStatus.Trigger.SEND, 0, now);
                sendings.add(new Sending(leg(before.payout(), fresh), fresh, true));
            } else {
                sendings.add(new Sending(leg(before.payout(), open), open, false));
            }
        }
        if (sendings.isEmpty() && later != null) {
            after = after.withDueAt(later);
        }
        return new DispatchPlan(after, sendings);
    }

    private static Leg leg(Payout payout, Attempt attempt) {
        var terms = payout.terms();
        return new Leg(
                EventType.Subject.PAYOUT,
                terms.organizationId(),
                terms.livemode(),
                payout.id(),
                attempt.id(),
                attempt.step(),
                payout.steps().size(),
                attempt.amount(),
                terms.amount(),
                terms.currency(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName());
    }

    /** The next poll of an open attempt of one of several legs. A single leg is polled whenever its payout is due. */
    private static @Nullable Instant pollAt(PayoutAggregate payout, Attempt open, List<Duration> polls) {
        return payout.steps().size() == 1 || open.polls() >= polls.size()
                ? null
                : open.createdAt().plus(polls.get(open.polls()));
    }

    /** The payout after an attempt was handed to staff: nothing is due, unless another leg is to be polled or sent again. */
    static PayoutAggregate handed(PayoutAggregate before, UUID attemptId) {
        return before.claimed().isEmpty()
                        && before.attempt(attemptId)
                                .filter(attempt -> attempt.state() == Attempt.State.OPEN)
                                .isPresent()
                ? handed(before)
                : before;
    }

    static PayoutAggregate handed(PayoutAggregate before) {
        return before.steps().size() == 1 || before.allOpen() ? before.withDueAt(null) : before;
    }

    /** The payout after a poll without an outcome. */
    static PayoutAggregate polled(PayoutAggregate before, UUID attemptId, int polls, Instant next) {
        return before.attempt(attemptId)
                .filter(attempt -> attempt.state() == Attempt.State.OPEN)
                .map(attempt -> before.with(attempt.withPolls(polls)))
                .map(after -> after.status() == PayoutStatus.PROCESSING ? PayoutReports.dueWith(after, next) : after)
                .orElse(before);
    }
}
