package io.tical.server.rail;

import io.tical.common.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The legs to send or poll now, decided without effects. New attempts get new ids.
 *
 * @param after with the attempts to send; when no call is made now, also with the time of the next one
 */
public record DispatchPlan<A extends Disbursement<A>>(A after, List<PlannedCall> calls) {
    /** The clocks of nodes and of the database may differ by so much: what is earlier by less is at its time. */
    static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(2);

    /**
     * @param routing chooses the rails of new attempts
     * @param polls the delays after dispatch at which an open attempt is polled
     */
    public static <A extends Disbursement<A>> DispatchPlan<A> of(
            A before, Routing routing, List<Duration> polls, Instant now) {
        if (!before.sendable()) {
            return new DispatchPlan<>(before, List.of());
        }
        var calls = new ArrayList<PlannedCall>();
        var after = before;
        Instant later = null;
        for (var leg : before.undecidedLegs().toList()) {
            var attempts = before.attemptsOf(leg.number());
            var open = before.living(leg.number()).orElse(null);
            var notBefore = open == null ? Resending.notBefore(attempts) : pollAt(before, open, polls);
            if (notBefore != null && notBefore.isAfter(now)) {
                later = later == null || notBefore.isBefore(later) ? notBefore : later;
            } else if (open == null) {
                var unrouted = Attempt.next(Ids.next(), leg.number(), attempts, "", leg.amount(), now);
                var attempt = unrouted.routed(routing.route(before.order(unrouted), attempts, now));
                after = after.opened(attempt, now);
                calls.add(new PlannedCall(before.order(attempt), attempt, true));
            } else {
                calls.add(new PlannedCall(before.order(open), open, false));
            }
        }
        if (calls.isEmpty() && later != null && later.isAfter(now.plus(CLOCKS_DIFFER_MAX))) {
            // Due before any of its times: the outcomes of the last calls were not recorded.
            before.undecidedLegs()
                    .flatMap(leg -> before.living(leg.number()).stream())
                    .forEach(open -> calls.add(new PlannedCall(before.order(open), open, false)));
        }
        if (calls.isEmpty() && later != null) {
            after = after.withDueAt(later);
        }
        return new DispatchPlan<>(after, calls);
    }

    /** The next poll of an open attempt of one of several legs. A single leg is polled whenever it is due. */
    private static @Nullable Instant pollAt(Disbursement<?> before, Attempt open, List<Duration> polls) {
        return before.legCount() == 1 || open.polls() >= polls.size()
                ? null
                : open.createdAt().plus(polls.get(open.polls()));
    }

    /**
     * A poll without an outcome.
     *
     * @param polls the number of polls so far
     * @param next the time of the next poll
     */
    record Polled(UUID attemptId, int polls, Instant next) {}

    /** After a poll without an outcome. */
    static <A extends Disbursement<A>> A polled(A before, Polled polled) {
        return before.attempt(polled.attemptId())
                .filter(attempt -> attempt.state() == Attempt.State.OPEN)
                .map(attempt -> before.with(attempt.withPolls(polled.polls())))
                .map(after -> after.sendable() ? after.dueWith(polled.next()) : after)
                .orElse(before);
    }

    /** After attempts were handed to staff, which their number of polls shows: nothing is due, unless a leg of another rail is to be polled or sent again. */
    static <A extends Disbursement<A>> A handedToStaff(A object, Set<UUID> attemptIds) {
        var before = object;
        for (var attempt : object.attempts()) {
            if (attempt.state() == Attempt.State.OPEN && attemptIds.contains(attempt.id()) && attempt.polls() == 0) {
                before = before.with(attempt.withPolls(Attempt.WITH_STAFF));
            }
        }
        return waiting(before, attemptIds);
    }

    private static <A extends Disbursement<A>> A waiting(A before, Set<UUID> attemptIds) {
        var rails = before.attempts().stream()
                .filter(attempt -> attempt.state() == Attempt.State.OPEN && attemptIds.contains(attempt.id()))
                .map(Attempt::rail)
                .collect(Collectors.toSet());
        var withStaff = before.undecidedLegs()
                .allMatch(leg -> before.open(leg.number())
                        .filter(attempt -> rails.contains(attempt.rail()))
                        .isPresent());
        return !rails.isEmpty() && before.sendable() && withStaff ? before.withDueAt(null) : before;
    }
}
