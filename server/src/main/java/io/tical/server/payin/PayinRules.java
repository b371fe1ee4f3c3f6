package io.tical.server.payin;

import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinCommand.Confirm;
import io.tical.server.payin.PayinCommand.Fire;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on existing payins: a pure function of the payin, its match, the command and the time.
 *
 * @param expiry how long a payin is open
 * @param feeRefunded whether the fee is refunded with the payment
 */
record PayinRules(Duration expiry, boolean feeRefunded) {
    /** @param match the match of the payin, when the command needs it */
    Decision<Payin> decide(Payin before, PayinCommand command, @Nullable Match match, Instant now) {
        return switch (command) {
            case Fire fire -> fire(before, fire, match, now);
            case Confirm confirm -> confirm(before, confirm, match, now);
            case PayinCommand.Fail fail -> {
                before.status().on(Trigger.FAIL);
                var failed = before.with(before.progress().withFailure(fail.failureCode()));
                yield transit(failed, Trigger.FAIL, fail, null, match, now);
            }
            case PayinCommand.ReleaseMatch release -> releaseMatch(before, release, match);
            case PayinCommand.Due due -> due(before, due, now);
        };
    }

    private Decision<Payin> fire(Payin before, Fire fire, @Nullable Match match, Instant now) {
        var trigger = fire.trigger();
        return switch (trigger) {
            case CANCEL, OPEN_REFUND -> transit(before, trigger, fire, null, match, now);
            case TEST_CONFIRM ->
                transit(before, trigger, fire, new Receipt(before.terms().transferAmount(), null), match, now);
            case ARRIVE -> arrive(before, fire, now);
            // A repeated completion changes nothing.
            case COMPLETE_REFUND ->
                before.status() == PayinStatus.REFUNDED
                        ? Decision.unchanged(before)
                        : transit(before, trigger, fire, null, match, now);
            case ACTIVATE, EXPIRE, CONFIRM, FAIL ->
                throw new IllegalArgumentException(trigger + " has its own command");
        };
    }

    /** A payment may be reported several times, and late. */
    private Decision<Payin> arrive(Payin before, Fire fire, Instant now) {
        return switch (before.status()) {
            case PENDING -> transit(before, Trigger.ARRIVE, fire, null, null, now);
            case PROCESSING, EXPIRED -> Decision.unchanged(before);
            case SUCCESS, FAILED, REJECTED, REFUNDED, CANCELLED ->
                throw PayinStatus.TABLE.invalid(
                        "The payin is " + before.status().word() + " and accepts no further payment");
        };
    }

    /** A repeated confirmation changes nothing; a second payment is a conflict. */
    private Decision<Payin> confirm(Payin before, Confirm confirm, @Nullable Match match, Instant now) {
        var receipt = confirm.receipt();
        var reference = before.progress().settled().reference();
        if (before.status() == PayinStatus.SUCCESS && Objects.equals(reference, receipt.reference())) {
            return Decision.unchanged(before);
        }
        before.status().on(Trigger.CONFIRM);
        if (match != null && match.isOpen() && receipt.paid() != match.amount()) {
            throw new Problem.Conflict(
                    "MATCHED_AMOUNT_DIFFERS",
                    "This payin is matched with a payout of " + match.amount() + ", and a payment of " + receipt.paid()
                            + " cannot complete it. Release the match first, then accept the payment.");
        }
        return transit(before, Trigger.CONFIRM, confirm, receipt, match, now);
    }

    private static Decision<Payin> releaseMatch(
            Payin before, PayinCommand.ReleaseMatch release, @Nullable Match match) {
        if (match == null || !match.isOpen()) {
            throw PayinStatus.TABLE.invalid("No payout waits for this payin");
        }
        var status = before.status().word();
        var change = new Decision.Change(status, status, "release_match", release.actor(), release.note());
        return new Decision<>(before, List.of(), List.of(change), List.of());
    }

    private Decision<Payin> due(Payin before, PayinCommand.Due due, Instant now) {
        var progress = before.progress();
        if (!before.status().open()) {
            return Decision.of(before.with(progress.withDueAt(null)));
        }
        if (before.status() == PayinStatus.PENDING && before.guide()) {
            return transit(before, Trigger.ACTIVATE, due, null, null, now);
        }
        return now.isBefore(progress.expiresAt())
                ? Decision.of(before.with(progress.withDueAt(progress.expiresAt())))
                : transit(before, Trigger.EXPIRE, due, null, null, now);
    }

    private Decision<Payin> transit(
            Payin before,
            Trigger trigger,
            PayinCommand command,
            @Nullable Receipt receipt,
            @Nullable Match match,
            Instant now) {
        var row = before.status().on(trigger);
        // If the match was released, the payee owes the payment.
        var owed = match != null && match.isReleased();
        var money = PayinMoney.of(row.effect(), before, receipt, owed, feeRefunded);
        var progress = before.progress();
        // The expiry of a guide's payin counts from its activation (spec, Payin response).
        var expiresAt = trigger == Trigger.ACTIVATE ? now.plus(expiry) : progress.expiresAt();
        var open = row.to().open();
        var after = before.with(new Payin.Progress(
                row.to(),
                progress.receiving(),
                money.settled(),
                progress.failureCode(),
                progress.version(),
                open ? expiresAt : null,
                expiresAt,
                now,
                open ? null : now));
        return new Decision<>(
                after,
                money.movements(),
                List.of(new Decision.Change(
                        row.from().word(), row.to().word(), trigger.word(), command.actor(), command.note())),
                PayinCallback.announcement(after).stream().toList());
    }
}
