package io.tical.server.ledger;

import io.tical.server.idempotency.IdempotencyBatch;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command in a commit queue. Its caller waits at most for {@link #ANSWER_TIMEOUT}, whatever happens to the queue. A command that has
 * not started by then is withdrawn. If it has started, the caller gets an error that says that its outcome is unknown.
 *
 * @param <C> the command
 * @param <R> its result
 * @param <T> what the caller gets
 */
final class QueuedCommand<C, R, T> {
    /** How long a caller waits for its answer: queueing and commit together. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private enum State {
        QUEUED,
        STARTED,
        WITHDRAWN
    }

    final GroupOperation<C, R> operation;
    final C command;
    final @Nullable IdempotencyKey key;
    private final Recording<R, T> recording;
    private final long queuedAt = System.nanoTime();
    private final long deadlineNanos;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    /** Whether its last run decided it, instead of finding its record; set by the threads of the queue. */
    private boolean decided;
    /** Whether a commit of this command was not acknowledged; set by the threads of the queue. */
    private boolean outcomeUnknown;

    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    /**
     * Executes a command through the idempotency records of its transaction: with {@link IdempotencyBatch#answer} for a request, and
     * {@link IdempotencyBatch#result} for any other command. {@link GroupCommit} has both.
     */
    @FunctionalInterface
    interface Recording<R, T> {
        /**
         * @param effect decides the command, by its {@link GroupOperation.Part}
         * @param current returns the result of a command that took effect before
         */
        Supplier<T> run(IdempotencyBatch batch, Supplier<R> effect, Supplier<R> current);
    }

    /**
     * @param key the key of a command that must take effect at most once; null if a second execution finds its own effect
     */
    QueuedCommand(GroupOperation<C, R> operation, C command, @Nullable IdempotencyKey key, Recording<R, T> recording) {
        this.operation = operation;
        this.command = command;
        this.key = key;
        this.recording = recording;
        this.deadlineNanos = queuedAt + ANSWER_TIMEOUT.toNanos();
    }

    /** When its caller queued it, as {@link System#nanoTime}. */
    long queuedAt() {
        return queuedAt;
    }

    /** Starts the command, unless its caller has withdrawn it. The caller cannot withdraw it afterwards. */
    boolean start() {
        return state.compareAndSet(State.QUEUED, State.STARTED);
    }

    /**
     * Decides the command, or finds that it took effect before.
     *
     * @return completes the caller's answer; to be run after the commit
     */
    Runnable execute(IdempotencyBatch batch, Supplier<R> effect, Supplier<R> current) {
        decided = false;
        Supplier<R> deciding = () -> {
            decided = true;
            return effect.get();
        };
        try {
            var value = recording.run(batch, deciding, current);
            return () -> outcome.complete(value.get());
        } catch (Problem problem) {
            return () -> fail(problem);
        }
    }

    /** The commit of its last run was not acknowledged. A command that only found its record has taken effect before. */
    void commitNotAcknowledged() {
        outcomeUnknown |= decided;
    }

    boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    /** Reports to the caller that the command failed; only the first outcome counts. */
    void fail(RuntimeException cause) {
        outcome.completeExceptionally(cause);
    }

    /** Waits for the outcome. */
    T await() {
        var interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // An interrupt does not undo what the queue's thread is doing.
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw state.compareAndSet(State.QUEUED, State.WITHDRAWN)
                    ? Problem.Unavailable.service()
                    : Problem.Unavailable.outcomeUnknown();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
