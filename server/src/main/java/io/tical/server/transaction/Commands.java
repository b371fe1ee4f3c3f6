package io.tical.server.transaction;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.problem.Problem;
import java.time.Clock;
import java.util.function.BiConsumer;

/**
 * Executes commands on existing objects of one type, each at most once.
 *
 * @param <C> the type of the actions
 * @param <A> the type of the objects
 */
public record Commands<C extends Action, A extends Aggregate<A>>(
        Database database, GroupCommit groupCommit, CommandOperation<C, A> operation, Clock clock) {
    /** Executes a command, and records it unless it is {@link Command#repeatable}. A repeated one returns the current object. */
    public A run(Command<C> command) {
        var key = command.key();
        return command.repeatable()
                ? groupCommit.run(operation, command, key.organizationId(), key.livemode())
                : groupCommit.run(operation, command, command.recordKey());
    }

    /** Executes a command of the service itself. */
    public A run(TransactionKey key, C action) {
        return run(new Command<>(key, action, By.SYSTEM));
    }

    /** Executes a merchant's request. */
    public StoredAnswer answer(TransactionKey key, C action, Actor actor, IdempotentRequest<A> request) {
        return groupCommit.answer(operation, new Command<>(key, action, By.of(actor)), request);
    }

    /** Executes an operator's decision. */
    public A decide(TransactionKey key, C action, StaffDecision by) {
        return run(new Command<>(key, action, by.by()));
    }

    /**
     * Checks a command on the current state of its object. Changes nothing. Conditions on a wallet are checked only when it is executed.
     *
     * @throws Problem what the rules refuse
     */
    public void check(Command<C> command) {
        database.run(session -> operation.check(session, command, clock.instant()));
    }

    /** Executes a command that moves no money within the caller's transaction. */
    public A within(Session session, Command<C> command) {
        return operation.within(session, command, clock.instant());
    }

    /**
     * Executes a command that moves no money in a transaction of its own, and records it. A repeated one changes nothing.
     *
     * @param more does what belongs to it, in the same transaction
     */
    public void run(Command<C> command, BiConsumer<Session, A> more) {
        IdempotencyRecords.run(
                database,
                command.recordKey(),
                session -> {
                    more.accept(session, within(session, command));
                    return command;
                },
                _ -> command);
    }
}
