package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payout.PayoutCommand.Target;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Leg;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.timeline.Actor;
import io.tical.server.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes payouts on when they are due: activates, dispatches, asks rails again, expires reviews, completes refunds.
 *
 * <p>A claim moves {@code due_at} one lease into the future, so whatever a node leaves undone when it dies is due again
 * then. A rail is called only behind an attempt that has committed; an attempt that is found open is asked about, never
 * sent again.
 */
public final class PayoutWork implements Work {
    private static final int CLAIM_MAX = 200;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Logger LOG = LoggerFactory.getLogger(PayoutWork.class);

    private final Database database;
    private final Payouts payouts;
    private final Rails rails;
    private final List<Duration> polls;

    /** @param polls how long after its dispatch an open attempt is asked about, in order; after the last, people must look */
    public PayoutWork(Database database, Payouts payouts, Rails rails, List<Duration> polls) {
        this.database = database;
        this.payouts = payouts;
        this.rails = rails;
        this.polls = polls;
    }

    @Override
    public String name() {
        return "payouts";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var claimed = database.transaction(this::claim);
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
            claimed.forEach(target -> each.submit(() -> takeOn(target)));
        }
        return claimed.size() == CLAIM_MAX;
    }

    // now(), not clock_timestamp(): only a value that stands still while the statement runs can be looked up in the
    // index.
    private List<Target> claim(Session session) {
        return session.sql("""
                        WITH due AS MATERIALIZED (
                            SELECT organization_id, livemode, payout_id FROM payout
                            WHERE due_at <= now() ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED)
                        UPDATE payout p SET due_at = clock_timestamp() + make_interval(secs => :lease)
                        FROM due
                        WHERE p.organization_id = due.organization_id AND p.livemode = due.livemode AND p.payout_id = due.payout_id
                        RETURNING p.organization_id, p.livemode, p.payout_id
                        """)
                .bind("lease", (double) LEASE.toSeconds())
                .bind("most", CLAIM_MAX)
                .list(row -> new Target(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payout_id")));
    }

    private void takeOn(Target target) {
        try {
            var payout =
                    database.run(session -> PayoutStore.find(session, target)).orElseThrow();
            switch (payout.status()) {
                case PENDING -> payouts.fire(target, Actor.SYSTEM, Trigger.ACTIVATE);
                case PROCESSING -> send(target);
                case PENDING_REVIEW -> payouts.fire(target, Actor.SYSTEM, Trigger.EXPIRE);
                case REJECTED -> payouts.fire(target, Actor.SYSTEM, Trigger.COMPLETE_REFUND);
                case IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                    LOG.debug("payout {} needs nothing any more", target.payoutId());
            }
        } catch (RuntimeException failure) {
            // Due again when the lease ends.
            LOG.warn("payout {} could not be taken on and will be tried again", target.payoutId(), failure);
        }
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

    private void send(Target target) {
        var rail = rails.payout(target.livemode());
        var sendings = database.transaction(session -> fence(session, target, rail));
        if (sendings.isEmpty()) {
            return;
        }
        try (var calls = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers =
                    sendings.stream().map(sending -> call(calls, rail, sending)).toList();
            for (int i = 0; i < sendings.size(); i++) {
                record(target, sendings.get(i), answer(answers.get(i)));
            }
        }
    }

    /** Commits an attempt for every leg that has none alive, while the payout is locked, so that no cancel can pass it. */
    private List<Sending> fence(Session session, Target target, PayoutRail rail) {
        var payout = PayoutStore.find(session, List.of(target), true).get(target);
        if (payout == null || payout.status() != PayoutStatus.PROCESSING) {
            return List.of();
        }
        var attempts = PayoutStore.attempts(session, List.of(target)).getOrDefault(target, List.of());
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        var sendings = new ArrayList<Sending>();
        var opened = new ArrayList<Attempt>();
        for (var step : payout.steps()) {
            if (step.status().decided()) {
                continue;
            }
            var ofStep = attempts.stream()
                    .filter(attempt -> attempt.step() == step.number())
                    .toList();
            var alive = ofStep.stream()
                    .filter(attempt -> attempt.state() != Attempt.State.DEAD)
                    .findFirst();
            var attempt = alive.orElseGet(() -> Attempt.open(payout.id(), step, ofStep.size() + 1, rail.name(), now));
            if (alive.isEmpty()) {
                opened.add(attempt);
            } else if (attempt.rail().equals(Offers.RAIL)) {
                // A payer claimed it since it was due.
                return List.of();
            }
            sendings.add(new Sending(payout, step, attempt, alive.isEmpty()));
        }
        PayoutStore.save(session, Map.of(target, opened));
        PayoutStore.startSteps(session, target);
        return sendings;
    }

    private static FutureTask<PayoutOutcome> call(ExecutorService calls, PayoutRail rail, Sending sending) {
        var task = new FutureTask<>(() -> sending.fresh() ? rail.dispatch(sending.leg()) : rail.poll(sending.leg()));
        calls.execute(task);
        return task;
    }

    private static PayoutOutcome answer(FutureTask<PayoutOutcome> call) {
        try {
            return call.get(PayoutRail.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            call.cancel(true);
            return new PayoutOutcome.Unknown("the rail did not answer in time");
        } catch (ExecutionException e) {
            LOG.warn("a rail failed", e.getCause());
            return new PayoutOutcome.Unknown("the rail failed while it was called");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new PayoutOutcome.Unknown("the service stopped while the rail was called");
        }
    }

    private void record(Target target, Sending sending, PayoutOutcome outcome) {
        if (outcome instanceof PayoutOutcome.Unknown) {
            var asked = sending.attempt().polls() + (sending.fresh() ? 0 : 1);
            if (asked < polls.size()) {
                askAgain(target, sending, asked);
                return;
            }
        }
        payouts.report(
                target,
                Actor.SYSTEM,
                sending.step().number(),
                sending.attempt().id(),
                outcome,
                OptionalLong.empty(),
                null);
    }

    private void askAgain(Target target, Sending sending, int asked) {
        var at = sending.attempt().createdAt().plus(polls.get(asked));
        database.transaction(session -> {
            PayoutStore.polled(session, target, sending.attempt(), asked, at);
            return at;
        });
    }
}
