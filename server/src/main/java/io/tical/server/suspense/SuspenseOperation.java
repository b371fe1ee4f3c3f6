package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand;
import io.tical.server.payin.TransfersBack;
import io.tical.server.problem.Problem;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.StaffDecision;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on unallocated funds. Matched funds pay their payin in the same commit: the suspense posting is
 * reversed, and the payment is posted for the payin.
 *
 * @param joined executes the payments of a group; null without one
 */
record SuspenseOperation(GroupOperation.@Nullable Part<PayinCommand, Payin> joined)
        implements CommandOperation.Rules<SuspenseCommand, SuspenseItem> {
    static final String OBJECT_TYPE = "suspense";

    /** Writes the funds, and records the transfers that returned them. */
    private record Storage(SuspenseStore store, TransfersBack back) implements CommandOperation.Storage<SuspenseItem> {
        @Override
        public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
            return store.wallets(session, keys);
        }

        @Override
        public List<SuspenseItem> find(Session session, Collection<TransactionKey> keys, boolean lock) {
            return store.find(session, keys, lock);
        }

        @Override
        public void write(Session session, List<Changes.Changed<SuspenseItem>> changed) {
            store.write(session, changed);
            back.record(
                    session,
                    changed.stream()
                            .map(Changes.Changed::after)
                            .flatMap(item -> item.returnedBy().stream())
                            .toList());
        }
    }

    /**
     * @param payins executes commands on payins
     * @param back records the transfers that return funds
     */
    static CommandOperation<SuspenseCommand, SuspenseItem> of(
            GroupOperation<PayinCommand, Payin> payins, TransfersBack back) {
        return new CommandOperation<>(
                OBJECT_TYPE,
                new Storage(new SuspenseStore(), back),
                (session, commands) -> {
                    var payments = commands.stream()
                            .flatMap(command -> Stream.ofNullable(payment(command)))
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

    private static @Nullable PayinCommand payment(SuspenseCommand command) {
        return command instanceof SuspenseCommand.Dispose dispose ? dispose.payment() : null;
    }

    @Override
    public Decision<SuspenseItem> decide(SuspenseItem before, SuspenseCommand command, Instant now) {
        return switch (command) {
            // The funds may be posted already.
            case SuspenseCommand.Post post ->
                before.status() == SuspenseStatus.NOTED
                        ? transition(before, Trigger.POST, Actor.SYSTEM, null, now)
                        : Decision.unchanged(before);
            case SuspenseCommand.Dispose(var key, var disposition, var by, var payment) -> {
                var payin =
                        payment == null ? null : Objects.requireNonNull(joined).current(payment);
                yield dispose(before, disposition, payin, by, now);
            }
        };
    }

    /** @param payin the payin to be paid with the funds; null for other dispositions */
    static Decision<SuspenseItem> dispose(
            SuspenseItem before, Disposition disposition, @Nullable Payin payin, StaffDecision by, Instant now) {
        var decided = new SuspenseItem.Decision(
                payin == null ? null : payin.id(),
                disposition.returnedReference(),
                by.operator(),
                by.requestId(),
                by.note());
        var decision = transition(before, disposition.trigger(), by.actor(), decided, now);
        if (payin != null) {
            requirePayable(before.payment(), payin);
        }
        return decision;
    }

    /** Runs before the postings of the funds. Those are between system accounts and cannot be refused. */
    @Override
    public void join(SuspenseCommand command, GroupWallets wallets) {
        var payment = payment(command);
        if (payment != null) {
            Objects.requireNonNull(joined).decide(payment, wallets);
        }
    }

    private static void requirePayable(Unmatched money, Payin payin) {
        var about = new Problem.About("match_with", "payin", payin.id(), null);
        if (!payin.terms().currency().equals(money.currency())) {
            throw new Problem.Refused(
                    "CURRENCY_MISMATCH",
                    "This money is in " + money.currency() + " and the payin in "
                            + payin.terms().currency() + "; match it with another payin, or return it",
                    about);
        }
        if (!payin.status().takesPayment()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "The payin is " + payin.status().word()
                            + " and accepts no payment; match this money with another payin, or return it",
                    about);
        }
        if (payin.matched()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "The payer of this payin pays the payee of a payout, and this money is the operator's; match it with"
                            + " another payin, or return it",
                    about);
        }
    }

    private static Decision<SuspenseItem> transition(
            SuspenseItem before, Trigger trigger, Actor actor, SuspenseItem.@Nullable Decision decided, Instant now) {
        var row = SuspenseStatus.TABLE.on(before.status(), trigger);
        var posting =
                before.payment().claim() ? row.effect().claim() : row.effect().payment();
        if (posting == null) {
            throw SuspenseStatus.TABLE.invalid(
                    "This is a claim for money that was paid out, so it cannot pay a payin. Record that it was paid back, or write it off.");
        }
        var movements = before.inLedger()
                ? List.of(new Movement(
                        posting, before.payment().amount(), before.key().id()))
                : List.<Movement>of();
        var change = new Decision.StatusChange(
                row.from().word(), row.to().word(), trigger.word(), actor, decided == null ? null : decided.note());
        return new Decision<>(
                new SuspenseItem(before.key(), before.payment(), row.to(), decided, before.version(), now),
                movements,
                List.of(change),
                List.of());
    }
}
