package io.tical.server.suspense;

import io.tical.server.ledger.Movement;
import io.tical.server.payin.Payin;
import io.tical.server.problem.Problem;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of unallocated funds: pure functions. */
final class SuspenseRules {
    private SuspenseRules() {}

    /** Posts recorded funds; does nothing if they are posted. */
    static Decision<SuspenseItem> post(SuspenseItem before, Instant now) {
        return before.status() == SuspenseStatus.NOTED
                ? transition(before, Trigger.POST, Actor.SYSTEM, null, now)
                : Decision.unchanged(before);
    }

    /** @param payin the matched payin; null for other decisions */
    static Decision<SuspenseItem> dispose(
            SuspenseItem before, SuspenseCommand.Dispose command, @Nullable Payin payin, Instant now) {
        var by = command.decision();
        var decided =
                new SuspenseItem.Decision(payin == null ? null : payin.id(), by.operator(), by.requestId(), by.note());
        var decision = transition(before, command.disposition().trigger(), by.actor(), decided, now);
        if (payin != null) {
            requirePayable(before.payment(), payin);
        }
        return decision;
    }

    private static void requirePayable(Unmatched money, Payin payin) {
        if (!payin.terms().currency().equals(money.currency())) {
            throw new Problem.Refused(
                    "CURRENCY_MISMATCH",
                    "This money is in " + money.currency() + " and the payin in "
                            + payin.terms().currency() + "; match it with another payin, or return it");
        }
        if (!payin.status().takesPayment()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "The payin is " + payin.status().word()
                            + " and accepts no payment; match this money with another payin, or return it");
        }
        if (payin.matched()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "The payer of this payin pays the payee of a payout, and this money is the operator's; match it with"
                            + " another payin, or return it");
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
        var movements = before.inJournal()
                ? List.of(new Movement(
                        posting, before.payment().amount(), before.key().id()))
                : List.<Movement>of();
        var change = new Decision.Change(
                row.from().word(), row.to().word(), trigger.word(), actor, decided == null ? null : decided.note());
        return new Decision<>(
                new SuspenseItem(before.key(), before.payment(), row.to(), decided, before.version(), now),
                movements,
                List.of(change),
                List.of());
    }
}
