package io.tical.server.suspense;

import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Event;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on unallocated funds. Matched funds pay their payin in the same commit: the suspense posting is
 * reversed, and the payment is posted for the payin.
 *
 * @param payins executes the payments of a group; null without one
 */
record SuspenseOperation(GroupOperation.@Nullable Group<PayinCommand, Payin> payins)
        implements CommandOperation.Rule<SuspenseCommand, SuspenseItem> {
    static final String OBJECT_TYPE = "suspense";

    /** @param payins executes commands on payins */
    static CommandOperation<SuspenseCommand, SuspenseItem> of(GroupOperation<PayinCommand, Payin> payins) {
        return new CommandOperation<>(
                OBJECT_TYPE,
                new SuspenseStore(),
                (session, commands) -> {
                    var payments = commands.stream()
                            .map(SuspenseOperation::payment)
                            .filter(Objects::nonNull)
                            .<PayinCommand>map(payment -> payment)
                            .toList();
                    return new SuspenseOperation(payments.isEmpty() ? null : payins.begin(session, payments));
                },
                Event.Writer.NONE) {
            /** It conflicts with the payins' operation, because it changes payins. */
            @Override
            public boolean needsOwnTransaction() {
                return true;
            }
        };
    }

    private static PayinCommand.@Nullable Confirm payment(SuspenseCommand command) {
        return command instanceof SuspenseCommand.Dispose dispose ? dispose.payment() : null;
    }

    @Override
    public GroupOperation.@Nullable Group<PayinCommand, Payin> joined() {
        return payins;
    }

    @Override
    public Decision<SuspenseItem> decide(SuspenseItem before, SuspenseCommand command, Instant now) {
        var payment = payment(command);
        var payin = payment == null ? null : Objects.requireNonNull(payins).current(payment);
        return switch (command) {
            case SuspenseCommand.Post post -> SuspenseRules.post(before, now);
            case SuspenseCommand.Dispose dispose -> SuspenseRules.dispose(before, dispose, payin, now);
        };
    }

    /** Before the funds are posted: their postings are between system accounts and cannot be refused. */
    @Override
    public void join(SuspenseCommand command, LockedWallets wallets) {
        var payment = payment(command);
        if (payment != null) {
            Objects.requireNonNull(payins).decide(payment, wallets);
        }
    }
}
