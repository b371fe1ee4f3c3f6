package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinAction;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.suspense.SuspenseAction.Match;
import io.tical.server.suspense.SuspenseAction.Return;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The commands on unallocated funds of one group. Matched funds pay their payin in the same commit: the suspense posting is reversed, and the
 * payment is posted for the payin.
 */
final class SuspenseGroup implements CommandOperation.Rules<SuspenseAction, SuspenseItem> {
    private final Payins payins;
    /** The payments of payins by matched funds; null without one. */
    private final GroupOperation.@Nullable Part<Command<PayinAction>, Payin> payments;
    /** Reads the payin of a payment, as the previous commands left it. */
    private @Nullable Function<Command<PayinAction>, Payin> payin;

    private final List<PaidTransfer> back = new ArrayList<>();

    SuspenseGroup(Payins payins, Session session, List<Command<SuspenseAction>> commands) {
        this.payins = payins;
        var matched = commands.stream()
                .filter(command -> command.action() instanceof Match)
                .toList();
        // Read before the funds are locked: their payment never changes.
        var funds = new SuspenseStore()
                .find(session, matched.stream().map(Command::key).collect(Collectors.toSet()), false).stream()
                        .collect(Collectors.toMap(SuspenseItem::key, Function.identity()));
        var paying = matched.stream()
                .flatMap(command -> Stream.ofNullable(funds.get(command.key()))
                        .map(item -> payment(item, (Match) command.action(), command.by())))
                .toList();
        payments = paying.isEmpty() ? null : payins.commands().operation().begin(session, paying);
    }

    /** The payment of the matched payin. */
    private static Command<PayinAction> payment(SuspenseItem item, Match match, By by) {
        var money = item.payment();
        var receipt = new PayinAction.Receipt(money.amount(), money.reference());
        return new Command<>(
                new TransactionKey(item.key().organizationId(), item.key().livemode(), match.payinId()),
                PayinAction.Confirm.of(receipt, by.actor(), false),
                new By(by.actor(), null, by.note()));
    }

    @Override
    public Collection<WalletKey> wallets() {
        return payments == null ? List.of() : payments.wallets();
    }

    @Override
    public void read(Session session, boolean lock) {
        if (payments == null) {
            return;
        }
        if (lock) {
            payments.readForDecisions(session);
            payin = payments::current;
        } else {
            payin = payment ->
                    payins.reads().find(session, payment.key()).orElseThrow(() -> Problem.NotFound.of("payin"));
        }
    }

    @Override
    public Decision<SuspenseItem> decide(SuspenseItem before, Command<SuspenseAction> command, Instant now) {
        var action = command.action();
        // The funds may be posted already.
        if (action instanceof SuspenseAction.Post) {
            return before.status() == SuspenseStatus.NOTED
                    ? transition(before, action, By.SYSTEM, null, now)
                    : Decision.unchanged(before);
        }
        var by = command.by();
        var paid =
                action instanceof Match match ? Objects.requireNonNull(payin).apply(payment(before, match, by)) : null;
        var decided = new SuspenseItem.Decision(
                paid == null ? null : paid.id(),
                action instanceof Return back ? back.reference() : null,
                Objects.requireNonNull(by.actor().id()),
                Objects.requireNonNull(by.actor().requestId()),
                by.note());
        var decision = transition(before, action, by, decided, now);
        if (paid != null) {
            requirePayable(before.payment(), paid);
        }
        return decision;
    }

    /** Runs before the postings of the funds. Those are between system accounts and cannot be refused. */
    @Override
    public void join(SuspenseItem before, Command<SuspenseAction> command, GroupWallets wallets) {
        if (command.action() instanceof Match match) {
            Objects.requireNonNull(payments).decide(payment(before, match, command.by()), wallets);
        }
    }

    @Override
    public void finish(SuspenseItem before, SuspenseItem after, Command<SuspenseAction> command, GroupWallets wallets) {
        if (command.action() instanceof Return returned) {
            back.add(returned.transfer(after));
        }
    }

    @Override
    public void write(Session session) {
        if (payments != null) {
            payments.write(session);
        }
        payins.back().record(session, back);
    }

    @Override
    public void check(Session session, SuspenseItem before, Command<SuspenseAction> command) {
        if (command.action() instanceof Return returned) {
            payins.back().check(session, returned.transfer(before));
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
            SuspenseItem before, SuspenseAction action, By by, SuspenseItem.@Nullable Decision decided, Instant now) {
        var row = SuspenseStatus.TABLE.on(before.status(), action.trigger());
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
                row.from().word(), row.to().word(), row.trigger().word(), by.actor(), by.note());
        return new Decision<>(
                new SuspenseItem(before.key(), before.payment(), row.to(), decided, before.version(), now),
                movements,
                List.of(change),
                List.of());
    }
}
