package io.tical.server.ledger;

import io.tical.server.http.Answer;
import io.tical.server.idempotency.CommandRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One command in a lane's queue. Its caller waits no longer than a fixed time, whatever happens to the lane: a command that
 * has not begun by then is withdrawn, and of one that has begun the caller learns that its outcome is unknown.
 */
final class QueuedCommand<C, R> {
    private enum State {
        QUEUED,
        BEGUN,
        WITHDRAWN
    }

    final GroupOperation<C, R> operation;
    final C command;
    final @Nullable IdempotentRequest<R> intent;
    final CommandRecords.@Nullable Key key;
    private final long deadlineNanos;
    private final CompletableFuture<CommandOutcome<R>> outcome = new CompletableFuture<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    /**
     * @param intent of a merchant's request; null for a command of staff or of the service
     * @param key of a command that must take effect once and is not a merchant's request
     * @param patience how long the caller waits
     */
    QueuedCommand(
            GroupOperation<C, R> operation,
            C command,
            @Nullable IdempotentRequest<R> intent,
            CommandRecords.@Nullable Key key,
            Duration patience) {
        this.operation = operation;
        this.command = command;
        this.intent = intent;
        this.key = key;
        this.deadlineNanos = System.nanoTime() + patience.toNanos();
    }

    /** Whether the command is to be carried out; its caller can no longer withdraw it then. */
    boolean begin() {
        return state.compareAndSet(State.QUEUED, State.BEGUN);
    }

    /** Tells the caller what became of the command; only the first call counts. */
    void complete(CommandOutcome<R> known) {
        outcome.complete(known);
    }

    /** Tells the caller that the command failed, unless it was told otherwise before. */
    void fail(RuntimeException cause) {
        outcome.complete(new CommandOutcome.Failed<>(cause));
    }

    Answer answer() {
        return switch (await()) {
            case CommandOutcome.Done<R> done -> done.recorded().orElseThrow();
            case CommandOutcome.Replayed<R> replayed -> replayed.answer();
            case CommandOutcome.Failed<R> failed -> throw failed.cause();
        };
    }

    R result() {
        return switch (await()) {
            case CommandOutcome.Done<R> done -> done.result();
            case CommandOutcome.Replayed<R> replayed -> throw new IllegalStateException("only requests are replayed");
            case CommandOutcome.Failed<R> failed -> throw failed.cause();
        };
    }

    private CommandOutcome<R> await() {
        var interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // An interrupt does not undo what the lane is doing.
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            return new CommandOutcome.Failed<>(
                    state.compareAndSet(State.QUEUED, State.WITHDRAWN)
                            ? Problem.Unavailable.service()
                            : Problem.Unavailable.outcomeUnknown());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a lane completes its entries normally", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
