package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.decision.Leases;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.slip.Slip.Transfer;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Examines a slip: calls the verifier, compares its response with the payin, and confirms the payin if every check
 * passes. Otherwise refers the slip to operators.
 *
 * @param polls the delays after the upload at which verification is retried; after the last one, an operator decides
 */
record SlipExamination(
        Database database,
        Payins payins,
        ExpectedTransfers expected,
        SlipVerifiers verifiers,
        SlipStorage storage,
        Leases leases,
        List<Duration> polls,
        Clock clock) {
    /** Banks that report transfers minutes later. Until then, a verifier does not find a genuine transfer. */
    private static final Set<String> LATE_BANKS = Set.of("BBL", "SCB");

    private static final Logger LOG = LoggerFactory.getLogger(SlipExamination.class);

    /** Processes a due slip. */
    void examine(TransactionKey key) {
        var found = database.run(session -> SlipStore.find(session, key)).orElseThrow();
        if (found.progress().stage() == SlipStage.CONFIRMING) {
            confirm(found);
        }
        if (!found.progress().stage().undecided()) {
            return;
        }
        var payin = payins.reads().find(found.payin()).orElseThrow();
        // No connection is held during the call of the verifier.
        var answer = ask(found, payin);
        var decided = database.transaction(session -> decide(session, found, answer));
        if (decided.progress().stage() == SlipStage.CONFIRMING) {
            confirm(decided);
        }
    }

    private void confirm(Slip slip) {
        var refused = settlement().confirm(slip).refused();
        if (refused != null) {
            // The payin was paid or closed in the meantime.
            LOG.info(
                    "slip {} is genuine, but its payin was not confirmed: {}",
                    slip.key().id(),
                    refused.getMessage());
            var decision = Objects.requireNonNull(slip.progress().decision());
            database.transaction(session -> suspend(session, slip, Objects.requireNonNull(decision.paid())));
        }
    }

    private SlipSettlement settlement() {
        return new SlipSettlement(database, payins, clock);
    }

    /**
     * A response of the verifier.
     *
     * @param outcome null without a verifier
     */
    private record Answer(Verdict verdict, @Nullable SlipOutcome outcome) {}

    private Answer ask(Slip slip, Payin payin) {
        var verifier = verifiers.ofPayins(slip.key().livemode()).orElse(null);
        if (verifier == null) {
            return new Answer(Verdict.off(clock.instant()), null);
        }
        var terms = payin.terms();
        var expected = new SlipQuestion.Expected(terms.transferAmount(), terms.currency(), SlipChecks.receiver(payin));
        var payload = slip.upload().qrPayload();
        var image = payload == null ? storage.picture(database, slip).orElseThrow() : null;
        var outcome = verifier.verify(new SlipQuestion(payload, image, expected));
        return new Answer(Verdict.of(verifier.name(), outcome, clock.instant()), outcome);
    }

    /** Writes the verifier's response and the resulting transition, unless an operator has decided concurrently. */
    private Slip decide(Session session, Slip found, Answer answer) {
        var key = found.key();
        var payin = payins.lock(session, found.payin());
        var change = SlipChanges.lock(session, key, clock);
        var locked = change.locked();
        if (!locked.progress().stage().undecided()) {
            return locked;
        }
        var transfer = transfer(locked, answer.verdict());
        var asked = locked.with(locked.progress().asked(answer.verdict(), transfer));
        var uses = SlipUses.of(session, asked, payin, transfer);
        var match = payins.matches().of(session, payin);
        var checks = SlipChecks.of(asked, payin, match, uses, change.at());
        var slip = asked.with(asked.progress().checked(checks));
        var due = due(slip, answer.outcome(), change.at());
        var trigger = SlipRules.conclude(slip, payin, due, leased(session, key), isShown(session, slip, payin));
        return switch (trigger) {
            case CONFIRM, SUSPEND -> {
                var paid = Objects.requireNonNull(answer.verdict().facts()).amount();
                yield pay(change, slip, payin, trigger, paid);
            }
            case PROVE -> prove(change, slip);
            case REJECT -> change.rejectDuplicate(slip);
            case DELAY, REFER, ACCEPT -> change.transition(slip, trigger, due, null);
        };
    }

    /** Handles a refused confirmation of the payin. */
    private Slip suspend(Session session, Slip refused, long paid) {
        var payin = payins.lock(session, refused.payin());
        var change = SlipChanges.lock(session, refused.key(), clock);
        var slip = change.locked();
        if (slip.progress().stage() == SlipStage.REVIEW
                && !leased(session, slip.key())
                && isShown(session, slip, payin)
                && SlipChecks.fitPaid(slip.progress().checks())) {
            return prove(change, slip);
        }
        return slip.progress().stage() != SlipStage.REVIEW
                        || leased(session, slip.key())
                        || payin.status().takesPayment()
                        || payin.matched()
                        || RecordedPayments.mayInclude(session, slip, payin)
                ? slip
                : pay(change, slip, payin, Trigger.SUSPEND, paid);
    }

    /** Whether the bank's entry of exactly this transfer has paid the payin, so that the slip is a proof of the same payment. */
    private boolean isShown(Session session, Slip slip, Payin payin) {
        var facts = slip.facts();
        var transfer = slip.progress().transfer();
        return facts != null
                && transfer != null
                && payin.status() == PayinStatus.SUCCESS
                && !payin.matched()
                && expected.paidBy(
                        session,
                        payin,
                        new ExpectedTransfers.Verified(
                                transfer.reference(), facts.amount(), facts.currency(), facts.transferredAt()));
    }

    /** Accepts a slip as a further proof of the payment that its payin has. Nothing is credited, and the transfer pays nothing else. */
    private Slip prove(SlipChanges change, Slip slip) {
        var transfer = Objects.requireNonNull(slip.progress().transfer());
        var claimed = TransferClaims.settled(change.session(), slip, transfer);
        if (claimed.stream().anyMatch(claim -> !claim.byStaff() && claim.payin().equals(slip.payin()))) {
            return change.rejectDuplicate(slip);
        }
        if (!claimed.isEmpty()) {
            return change.refer(slip);
        }
        var paid = Objects.requireNonNull(slip.facts()).amount();
        var decision = new Slip.Decision(paid, null, null, null, null, change.at());
        var proved = change.transition(slip, Trigger.PROVE, null, decision);
        settlement().rejectDuplicates(change.session(), proved, transfer);
        return proved;
    }

    private boolean leased(Session session, TransactionKey key) {
        return leases.active(session, key).isPresent();
    }

    /** Accepts a slip, or refers it to operators if another slip has claimed its transfer since the checks. */
    private Slip pay(SlipChanges change, Slip slip, Payin payin, Trigger trigger, long paid) {
        var decision = new Slip.Decision(paid, null, null, null, null, change.at());
        var transfer = slip.progress().transfer();
        if (transfer != null && !TransferClaims.isFirst(change.session(), slip, transfer)) {
            return change.refer(slip);
        }
        try {
            // While it is being confirmed, the slip is not due for other nodes.
            return trigger == Trigger.CONFIRM
                    ? change.transition(slip, trigger, change.at().plus(Work.LEASE), decision)
                    : settlement().suspend(change, slip, payin, decision);
        } catch (Problem.Conflict claimed) {
            return change.refer(slip);
        }
    }

    /** The QR code takes precedence, because it is the same at every reading. What an operator typed gives way to the verifier. */
    private static @Nullable Transfer transfer(Slip slip, Verdict verdict) {
        var known = slip.progress().transfer();
        var facts = verdict.facts();
        return facts == null || (known != null && slip.code().isPresent()) ? known : SlipChecks.transfer(facts);
    }

    /** The next verification attempt; null for none. */
    private @Nullable Instant due(Slip slip, @Nullable SlipOutcome outcome, Instant now) {
        return switch (outcome) {
            case null -> null;
            case SlipOutcome.Verified verified -> null;
            case SlipOutcome.Rejected(var reason) ->
                reason == SlipOutcome.Reason.NOT_FOUND && fromLateBank(slip) ? next(slip, now) : null;
            case SlipOutcome.Pending(var retryAfter) -> next(slip, now.plus(retryAfter));
            case SlipOutcome.Unavailable(var failure) ->
                failure.kind() == UpstreamFailure.Kind.RETRYABLE ? next(slip, now.plus(failure.retryAfter())) : null;
        };
    }

    private static boolean fromLateBank(Slip slip) {
        var transfer = slip.progress().transfer();
        return transfer != null && LATE_BANKS.contains(transfer.bank());
    }

    /** The next time of the retry schedule, but not before the verifier's rate limit allows it. */
    private @Nullable Instant next(Slip slip, Instant earliest) {
        var asked = slip.progress().asked();
        if (asked > polls.size()) {
            return null;
        }
        var scheduled = slip.uploadedAt().plus(polls.get(asked - 1));
        return scheduled.isBefore(earliest) ? earliest : scheduled;
    }
}
