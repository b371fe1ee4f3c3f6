package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.outward.Fence;
import io.tical.server.p2p.Match;
import io.tical.server.p2p.MatchedPayouts;
import io.tical.server.p2p.Matches;
import io.tical.server.p2p.Offers;
import io.tical.server.payin.PayinAction.CompleteRefund;
import io.tical.server.payin.PayinAction.Found;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The commands on payins of one group, with what they read and write beside the payins. A payment of a matched payin also completes the
 * payout in the same transaction.
 */
final class PayinGroup implements CommandOperation.Rules<PayinAction, Payin> {
    /** The rules of payins, and what their groups read and write beside them. */
    record Beside(
            PayinRules rules,
            Offers offers,
            PayinSlips slips,
            UnallocatedFunds unallocated,
            ExpectedTransfers expected,
            Fence fence)
            implements CommandOperation.RulesOfGroup<PayinAction, Payin> {
        @Override
        public PayinGroup prepare(Session session, List<Command<PayinAction>> commands) {
            return new PayinGroup(this, session, commands);
        }
    }

    private final Beside beside;
    private final List<Command<PayinAction>> commands;
    private final List<WalletKey> wallets = new ArrayList<>();
    private final Set<TransactionKey> paying;
    private final Map<TransactionKey, Match> matches;
    private Set<UUID> held = Set.of();
    private @Nullable MatchedPayouts matched;
    private final List<PayinSlips.Found> transfers = new ArrayList<>();
    private final List<UnallocatedFunds.Payment> unmatched = new ArrayList<>();
    private final List<PaidTransfer> back = new ArrayList<>();
    private final List<ExpectedTransfers.Paid> paid = new ArrayList<>();
    private final List<ExpectedTransfers.Shown> shown = new ArrayList<>();

    /** Reads what never changes: the wallets and the matches of the payins whose money moves. */
    private PayinGroup(Beside beside, Session session, List<Command<PayinAction>> commands) {
        this.beside = beside;
        this.commands = commands;
        var moving = PayinStore.find(session, keys(PayinGroup::movesMoney), false);
        moving.stream()
                .filter(payin -> payin.terms().livemode())
                .map(Payin::wallet)
                .forEach(wallets::add);
        paying = moving.stream().filter(Payin::matched).map(Payin::key).collect(Collectors.toSet());
        matches = new HashMap<>(Matches.find(session, paying));
        matches.values().forEach(match -> wallets.add(match.payout().wallet(match.currency())));
    }

    private static boolean movesMoney(Command<PayinAction> command) {
        var action = command.action();
        return action.pays() || (command.key().livemode() && action.refunds());
    }

    private static boolean cancels(Command<PayinAction> command) {
        return command.action() instanceof PayinAction.Fire(var trigger) && trigger == Trigger.CANCEL;
    }

    private Set<TransactionKey> keys(Predicate<Command<PayinAction>> which) {
        return commands.stream().filter(which).map(Command::key).collect(Collectors.toSet());
    }

    @Override
    public Collection<WalletKey> wallets() {
        return wallets;
    }

    @Override
    public void read(Session session, boolean lock) {
        if (!lock) {
            return;
        }
        held = beside.fence.held(session, EventType.Subject.PAYIN, keys(PayinGroup::cancels));
        matched = paying.isEmpty() ? null : beside.offers.lock(session, paying);
        matches.putAll(Matches.find(session, keys(command -> command.action() instanceof PayinAction.ReleaseMatch)));
    }

    /** The match of the payin after the previous commands, if the command needs it. */
    private @Nullable Match match(Command<PayinAction> command) {
        return matched != null && command.action().pays() ? matched.find(command.key()) : matches.get(command.key());
    }

    @Override
    public Decision<Payin> decide(Payin before, Command<PayinAction> command, Instant now) {
        if (cancels(command) && held.contains(command.key().id())) {
            throw Problem.Unavailable.service(); // it may have been paid before the database lost that
        }
        return beside.rules.decide(before, command, match(command), now);
    }

    /** Completes the match before the payin is credited, because a credit is never refused. */
    @Override
    public void join(Payin before, Command<PayinAction> command, GroupWallets wallets) {
        var match = match(command);
        if (matched != null && command.action().pays() && match != null && match.isOpen()) {
            var payment = command.action().payment();
            var reference = payment == null ? null : payment.reference();
            matched.complete(
                    match,
                    Objects.requireNonNullElse(reference, command.key().id().toString()),
                    wallets);
        }
    }

    @Override
    public void finish(Payin before, Payin after, Command<PayinAction> command, GroupWallets wallets) {
        if (command.action() instanceof Found found) {
            transfers.add(transfer(before, found));
            if (found.entry() != null) {
                shown.add(new ExpectedTransfers.Shown(
                        found.entry(), before.key(), before.status().takesPayment(), command.by()));
            }
            if (!before.status().takesPayment()) {
                unmatched.add(unallocated(before, found));
            }
        }
        if (command.action() instanceof CompleteRefund refund) {
            back.add(refund.transfer(before.key(), beside.rules.refunded(before)));
        }
        var account = after.terms().collectionAccountId();
        if (command.action().payment() != null
                && account != null
                && !after.matched()
                && !PaidPayins.isPaid(before)
                && PaidPayins.isPaid(after)) {
            paid.add(new ExpectedTransfers.Paid(
                    after.key(),
                    account,
                    after.terms().currency(),
                    after.progress().settled().paid(),
                    after.progress().updatedAt(),
                    command.by().actor().kind() == Actor.Kind.SYSTEM));
        }
    }

    private static PayinSlips.Found transfer(Payin before, Found found) {
        return new PayinSlips.Found(
                before.key(), found.transfer(), before.status().takesPayment());
    }

    private static UnallocatedFunds.Payment unallocated(Payin before, Found found) {
        var receipt = found.receipt();
        return new UnallocatedFunds.Payment(
                before.key(),
                before.terms().currency(),
                receipt.paid(),
                Objects.requireNonNull(receipt.reference()),
                !before.status().unpaid());
    }

    @Override
    public void write(Session session) {
        if (matched != null) {
            matched.write(session);
        }
        beside.slips.claim(session, transfers);
        new TransfersBack(beside.slips).record(session, back);
        beside.unallocated.record(session, unmatched);
        beside.expected.record(session, paid);
        beside.expected.take(session, shown);
        beside.slips.raiseVersions(
                session, unmatched.stream().map(UnallocatedFunds.Payment::payin).toList());
    }

    @Override
    public void check(Session session, Payin before, Command<PayinAction> command) {
        if (command.action() instanceof Found found) {
            beside.slips.requireUnclaimed(session, transfer(before, found));
        }
        if (command.action() instanceof CompleteRefund refund) {
            new TransfersBack(beside.slips)
                    .check(session, refund.transfer(before.key(), beside.rules.refunded(before)));
        }
    }
}
