package io.tical.server.rail;

import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Movement;
import io.tical.server.transaction.Action;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes deliveries of one type of object back by their commands.
 *
 * @param get finds one by its id
 * @param action that an entry gives an amount back
 * @param trial the rules, to see what they would decide
 */
public record CommandedReturns<C extends Action, A extends Aggregate<A> & Disbursement<A>>(
        Commands<C, A> commands,
        Function<UUID, A> get,
        BiFunction<UUID, Long, C> action,
        Supplier<CommandOperation.Rules<C, A>> trial)
        implements LateReturn {
    private Command<C> command(TransactionKey key, UUID entry, long amount, By by) {
        return new Command<>(key, action.apply(entry, amount), by);
    }

    @Override
    public Payment payment(UUID id) {
        var object = get.apply(id);
        return new Payment(
                object.key(), object.payableCurrency(), Objects.requireNonNullElse(object.merchantReference(), ""));
    }

    @Override
    public void check(TransactionKey key, UUID entry, long amount, By by) {
        commands.check(command(key, entry, amount, by));
    }

    @Override
    public List<Movement> movements(TransactionKey key, UUID entry, long amount) {
        return trial.get()
                .decide(
                        get.apply(key.id()),
                        command(key, entry, amount, By.SYSTEM),
                        commands.clock().instant())
                .movements();
    }

    @Override
    public void decide(TransactionKey key, UUID entry, long amount, By by) {
        commands.run(command(key, entry, amount, by));
    }
}
