package io.tical.server.rail;

import io.tical.db.DatabaseUnavailable;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call of a rail for one leg, on separate threads. A call without a response after {@link PayoutRail#DEADLINE} is
 * recorded as unknown. It is not interrupted yet: a later response is also recorded.
 *
 * @param call calls the rail
 * @param recording records the outcome, exactly once
 * @param late records a response after the deadline
 */
record LegCall(
        UUID attemptId, Supplier<PayoutOutcome> call, Consumer<PayoutOutcome> recording, Consumer<PayoutOutcome> late) {
    /**
     * How long after its outcome was recorded a call without a response is interrupted, so that a rail that hangs does not accumulate
     * threads.
     */
    private static final Duration SILENCE_MAX = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(LegCall.class);

    /** Starts the call. The future completes when the outcome is recorded; exceptionally only after an {@link Error}. */
    CompletableFuture<Void> start() {
        var answer = new CompletableFuture<Optional<PayoutOutcome>>();
        var calling = Thread.ofVirtual().name("rail-" + attemptId).start(() -> ask(answer));
        Executor leg = task -> Thread.ofVirtual().name("leg-" + attemptId).start(task);
        // A response may arrive concurrently with the deadline; the first completion wins.
        var unknown = Optional.<PayoutOutcome>of(new PayoutOutcome.Unknown("the rail did not answer in time"));
        var recorded = answer.completeOnTimeout(unknown, PayoutRail.DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .thenAcceptAsync(outcome -> outcome.ifPresent(known -> quietly(recording, known)), leg);
        recorded.whenCompleteAsync((nothing, failure) -> endAfterSilence(calling), leg);
        return recorded;
    }

    /** Completes without an outcome if the service's own database was missing: the rail is asked again when the lease ends. */
    private void ask(CompletableFuture<Optional<PayoutOutcome>> answer) {
        var outcome = Optional.<PayoutOutcome>of(new PayoutOutcome.Unknown("the rail failed while it was called"));
        try {
            outcome = Optional.of(call.get());
        } catch (DatabaseUnavailable away) {
            LOG.debug("the database is unavailable; attempt {} is polled when its lease ends", attemptId, away);
            outcome = Optional.empty();
        } catch (RuntimeException failure) {
            LOG.warn("a rail failed for attempt {}", attemptId, failure);
        } finally {
            if (!answer.complete(outcome)) {
                outcome.filter(known -> !(known instanceof PayoutOutcome.Unknown))
                        .ifPresent(this::answeredLate);
            }
        }
    }

    private void answeredLate(PayoutOutcome outcome) {
        LOG.info("a rail responded for attempt {} after the deadline", attemptId);
        quietly(late, outcome);
    }

    /** If the outcome cannot be recorded, the attempt is polled again when the lease ends. */
    private void quietly(Consumer<PayoutOutcome> consumer, PayoutOutcome outcome) {
        try {
            consumer.accept(outcome);
        } catch (Problem.NotFound unknown) {
            LOG.error("the outcome of attempt {} was not recorded: {}", attemptId, unknown.getMessage(), unknown);
        } catch (RuntimeException failure) {
            LOG.warn(
                    "the outcome of attempt {} could not be recorded; it is polled again when the lease ends",
                    attemptId,
                    failure);
        }
    }

    private static void endAfterSilence(Thread calling) {
        try {
            if (!calling.join(SILENCE_MAX)) {
                calling.interrupt();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the thread of a leg is not interrupted", e);
        }
    }
}
