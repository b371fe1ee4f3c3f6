package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.p2p.Offers;
import io.tical.server.rail.Leg;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the legs of a payout, and asks about those that were sent: each in a call of its own, whose outcome is recorded as soon as
 * it is there.
 *
 * <p>A rail is called only behind an attempt that has committed; an attempt that is found open is asked about, never sent again.
 */
final class PayoutDispatch {
    /** When a call may begin at the latest, so that it ends within the lease: {@link Work#LEASE} less the call and its recording. */
    private static final Duration BEGINS_WITHIN =
            Work.LEASE.minus(PayoutRail.DEADLINE).minusSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(PayoutDispatch.class);

    private final Database database;
    private final Payouts payouts;
    private final Rails rails;
    private final List<Duration> polls;

    /** @param polls how long after its dispatch an open attempt is asked about, in order; after the last, people must look */
    PayoutDispatch(Database database, Payouts payouts, Rails rails, List<Duration> polls) {
        this.database = database;
        this.payouts = payouts;
        this.rails = rails;
        this.polls = polls;
    }

    /** One leg with the attempt that is to be sent, or asked about. */
    private record Sending(Payout payout, Payout.Step step, Attempt attempt, boolean fresh) {
        Leg leg() {
            var terms = payout.terms();
            return new Leg(
                    terms.organizationId(),
                    terms.livemode(),
                    payout.id(),
                    attempt.id(),
                    step.number(),
                    payout.steps().size(),
                    attempt.amount(),
                    terms.amount(),
                    terms.currency(),
                    terms.bankCode(),
                    terms.accountNo(),
                    terms.holderName());
        }
    }

    /**
     * Begins what is due of a payout. The calls go on when this returns.
     *
     * @param claimedAt when the payout was claimed, as {@link System#nanoTime} tells it
     * @return ends when what came of every leg is recorded, or its call has taken too long
     */
    CompletableFuture<Void> send(TransactionKey target, long claimedAt) {
        var rail = rails.payout(target.livemode());
        var sendings = database.transaction(session -> fence(session, target, rail, claimedAt));
        return CompletableFuture.allOf(sendings.stream()
                .map(sending -> new LegCall(
                                sending.attempt().id(),
                                ask(rail, sending),
                                outcome -> record(target, sending, outcome),
                                late -> report(target, sending, late))
                        .start())
                .toArray(CompletableFuture[]::new));
    }

    private static Supplier<PayoutOutcome> ask(PayoutRail rail, Sending sending) {
        return () -> sending.fresh() ? rail.dispatch(sending.leg()) : rail.poll(sending.leg());
    }

    /** Commits an attempt for every leg that has none alive, while the payout is locked, so that no cancel can pass it. */
    private List<Sending> fence(Session session, TransactionKey target, PayoutRail rail, long claimedAt) {
        var payout = PayoutStore.find(session, List.of(target), true).get(target);
        if (payout == null || payout.status() != PayoutStatus.PROCESSING) {
            return List.of();
        }
        var attempts = PayoutStore.attempts(session, List.of(target)).getOrDefault(target, List.of());
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        var sendings = new ArrayList<Sending>();
        var opened = new ArrayList<Attempt>();
        Instant later = null;
        for (var step : payout.steps()) {
            if (step.status().decided()) {
                continue;
            }
            var ofStep = attempts.stream()
                    .filter(attempt -> attempt.step() == step.number())
                    .toList();
            var alive = ofStep.stream()
                    .filter(attempt -> attempt.state() != Attempt.State.DEAD)
                    .findFirst()
                    .orElse(null);
            if (alive != null && alive.rail().equals(Offers.RAIL)) {
                // A payer claimed it since it was due.
                return List.of();
            }
            var notBefore = alive == null ? Resending.notBefore(ofStep) : askedFrom(payout, alive);
            if (notBefore != null && notBefore.isAfter(now)) {
                later = later == null || notBefore.isBefore(later) ? notBefore : later;
            } else if (alive == null) {
                var fresh = Attempt.open(payout.id(), step, lastNumber(ofStep) + 1, rail.name(), now);
                opened.add(fresh);
                sendings.add(new Sending(payout, step, fresh, true));
            } else {
                sendings.add(new Sending(payout, step, alive, false));
            }
        }
        PayoutStore.save(session, Map.of(target, opened));
        PayoutStore.startSteps(session, target);
        if (sendings.isEmpty() && later != null) {
            PayoutStore.due(session, target, later);
        } else if (System.nanoTime() - claimedAt > BEGINS_WITHIN.toNanos()) {
            PayoutStore.due(session, target, now.plus(Work.LEASE));
        }
        return sendings;
    }

    private static int lastNumber(List<Attempt> ofStep) {
        return ofStep.stream().mapToInt(Attempt::number).max().orElse(0);
    }

    /** From when an open attempt of one of several legs is asked about; the only leg is asked about whenever its payout is due. */
    private @Nullable Instant askedFrom(Payout payout, Attempt attempt) {
        return payout.steps().size() == 1 || attempt.polls() >= polls.size()
                ? null
                : attempt.createdAt().plus(polls.get(attempt.polls()));
    }

    /** What came of a call, or that it takes too long. */
    private void record(TransactionKey target, Sending sending, PayoutOutcome outcome) {
        if (outcome instanceof PayoutOutcome.Unknown) {
            var asked = sending.attempt().polls() + (sending.fresh() ? 0 : 1);
            if (asked < polls.size()) {
                askAgain(target, sending, asked);
                return;
            }
        }
        report(target, sending, outcome);
    }

    private void report(TransactionKey target, Sending sending, PayoutOutcome outcome) {
        payouts.report(
                target,
                Actor.SYSTEM,
                sending.step().number(),
                sending.attempt().id(),
                outcome,
                OptionalLong.empty(),
                null);
    }

    private void askAgain(TransactionKey target, Sending sending, int asked) {
        var at = sending.attempt().createdAt().plus(polls.get(asked));
        LOG.debug("attempt {} is asked about at {}", sending.attempt().id(), at);
        database.transaction(session -> {
            PayoutStore.polled(
                    session,
                    target,
                    sending.attempt(),
                    asked,
                    at,
                    sending.payout().steps().size() == 1);
            return at;
        });
    }
}
