package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.rail.SlipOutcome;
import io.tical.server.rail.SlipQuestion;
import io.tical.server.rail.SlipVerifier;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.Verifiers;
import io.tical.server.slip.Slip.Progress;
import io.tical.server.slip.Slip.Stage;
import io.tical.server.slip.Slip.Transfer;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Examines one slip: asks whoever verifies slips, compares the answer with what was to be paid, and confirms the payin where
 * everything fits. Whatever does not fit, and whatever cannot be told, is for finance.
 */
final class SlipExamination {
    /** Banks whose transfers others hear of only minutes later: till then a genuine one is not found. */
    private static final Set<String> LATE_BANKS = Set.of("BBL", "SCB");

    private static final Logger LOG = LoggerFactory.getLogger(SlipExamination.class);

    private final Database database;
    private final Payins payins;
    private final Verifiers verifiers;
    private final SlipStorage storage;
    private final SlipSettlement settlement;
    private final List<Duration> polls;
    private final Duration lease;

    /**
     * @param polls how long after its upload a slip is asked about again, in order; after the last, finance decides
     * @param lease how long nobody else looks at a slip that is being confirmed
     */
    SlipExamination(
            Database database,
            Payins payins,
            Verifiers verifiers,
            SlipStorage storage,
            SlipSettlement settlement,
            List<Duration> polls,
            Duration lease) {
        this.database = database;
        this.payins = payins;
        this.verifiers = verifiers;
        this.storage = storage;
        this.settlement = settlement;
        this.polls = List.copyOf(polls);
        this.lease = lease;
    }

    /** Does what is to be done about a slip that is due. */
    void examine(TransactionKey key) {
        var found = database.run(session -> SlipStore.find(session, key)).orElseThrow();
        if (found.progress().status() != SlipStatus.PENDING) {
            return;
        }
        if (found.progress().stage() == Stage.CONFIRMING) {
            confirm(found);
            return;
        }
        var payin = payins.find(found.payin()).orElseThrow();
        // Asked while no connection is held.
        var answer = ask(found, payin);
        var payinNow = payins.find(found.payin()).orElseThrow();
        var payoutGone = payins.matchReleased(payinNow);
        var next = database.transaction(session -> decide(session, key, answer, payinNow, payoutGone));
        next.filter(slip -> slip.progress().stage() == Stage.CONFIRMING).ifPresent(this::confirm);
    }

    private void confirm(Slip slip) {
        try {
            settlement.confirm(slip);
        } catch (Problem.Conflict refused) {
            // The payin was paid or closed meanwhile.
            LOG.info("slip {} is right, but {}", slip.key().id(), refused.getMessage());
            var decision = Objects.requireNonNull(slip.progress().decision());
            database.transaction(session -> suspended(session, slip.key(), Objects.requireNonNull(decision.paid())));
        }
    }

    /**
     * What a verifier answered.
     *
     * @param outcome null where there is no verifier
     */
    private record Said(Verdict verdict, @Nullable SlipOutcome outcome) {}

    private Said ask(Slip slip, Payin payin) {
        var verifier = verifiers.slips(slip.key().livemode());
        if (verifier.isEmpty()) {
            return new Said(Verdict.off(SlipSettlement.now()), null);
        }
        var outcome = verify(verifier.get(), slip, payin);
        return new Said(Verdict.of(verifier.get().name(), outcome, SlipSettlement.now()), outcome);
    }

    private SlipOutcome verify(SlipVerifier verifier, Slip slip, Payin payin) {
        var terms = payin.terms();
        var expected = new SlipQuestion.Expected(terms.transferAmount(), terms.currency(), SlipChecks.receiver(payin));
        var payload = slip.upload().qrPayload();
        return verifier.verify(
                payload == null
                        ? new SlipQuestion(null, storage.get(slip.key()).orElseThrow(), expected)
                        : new SlipQuestion(payload, null, expected));
    }

    /** Writes what was said, and what follows from it; empty when somebody decided meanwhile. */
    private Optional<Slip> decide(Session session, TransactionKey key, Said said, Payin payin, boolean payoutGone) {
        var locked = SlipStore.lock(session, key).orElseThrow();
        if (locked.progress().status() != SlipStatus.PENDING
                || locked.progress().stage() == Stage.CONFIRMING) {
            return Optional.empty();
        }
        var now = SlipSettlement.now();
        var transfer = transfer(locked, said.verdict());
        var slip = locked.with(locked.progress().asked(said.verdict(), transfer));
        var checks = SlipChecks.of(slip, payin, payoutGone, SlipUses.find(session, slip, transfer), now);
        slip = slip.with(slip.progress().checked(checks));
        if (transfer != null && paidBy(payin, transfer)) {
            return Optional.of(SlipSettlement.repeated(session, slip));
        }
        var facts = said.verdict().facts();
        if (facts != null && transfer != null && SlipChecks.allMatch(checks) && !inHand(slip, now)) {
            return Optional.of(accept(session, slip, transfer, facts.amount(), now));
        }
        if (facts != null
                && transfer != null
                && SlipChecks.onlyThePayinDoesNot(checks)
                && !inHand(slip, now)
                && !payin.status().takesPayment()) {
            return Optional.of(suspended(session, slip, payin, facts.amount(), now));
        }
        return Optional.of(SlipSettlement.written(session, slip.with(waiting(slip, said, now))));
    }

    private Slip suspended(Session session, TransactionKey key, long paid) {
        var slip = SlipStore.lock(session, key).orElseThrow();
        var payin = payins.find(session, slip.payin()).orElseThrow();
        var now = SlipSettlement.now();
        return slip.progress().stage() != Stage.REVIEW
                        || inHand(slip, now)
                        || payin.status().takesPayment()
                ? slip
                : suspended(session, slip, payin, paid, now);
    }

    /** The money is here, and nothing is to be done with it but to keep it until somebody says what. */
    private static Slip suspended(Session session, Slip slip, Payin payin, long paid, Instant now) {
        var transfer = slip.progress().transfer();
        if (transfer != null && !SlipUses.takeFirst(session, slip, transfer)) {
            return SlipSettlement.written(session, slip.with(slip.progress().waiting(Stage.REVIEW, null, now)));
        }
        try {
            return SlipSettlement.suspended(session, slip, payin, new Slip.Decision(paid, null, null, null, null, now));
        } catch (Problem.Conflict taken) {
            // Since the checks were made; the next look at them says so.
            return SlipSettlement.written(session, slip.with(slip.progress().waiting(Stage.REVIEW, null, now)));
        }
    }

    /** What the code says comes first: it is the same however often the slip is read. */
    private static @Nullable Transfer transfer(Slip slip, Verdict verdict) {
        var known = slip.progress().transfer();
        var facts = verdict.facts();
        return known != null || facts == null ? known : SlipChecks.told(facts);
    }

    /** Whether the payin has been paid by this very transfer, by another picture of it. */
    private static boolean paidBy(Payin payin, Transfer transfer) {
        return payin.status() == PayinStatus.SUCCESS
                && transfer.reference().equals(payin.progress().settled().reference());
    }

    private static boolean inHand(Slip slip, Instant now) {
        var claim = slip.progress().claim();
        return claim != null && claim.excludes(null, now);
    }

    private Slip accept(Session session, Slip slip, Transfer transfer, long paid, Instant now) {
        // The reference comes first: where it is another's, nothing is taken.
        if (SlipUses.takeFirst(session, slip, transfer)
                && SlipUses.take(session, slip, transfer).slip().equals(slip.key())) {
            var decision = new Slip.Decision(paid, null, null, null, null, now);
            return SlipSettlement.written(session, slip.with(slip.progress().confirming(decision, now.plus(lease))));
        }
        // Somebody took the transfer since the checks were made; the next look at them says so.
        return SlipSettlement.written(session, slip.with(slip.progress().waiting(Stage.REVIEW, null, now)));
    }

    private Progress waiting(Slip slip, Said said, Instant now) {
        var progress = slip.progress();
        var due = due(slip, said.outcome(), now);
        // What finance has seen once it keeps.
        var waits = due != null
                && progress.stage() != Stage.REVIEW
                && said.verdict().outcome() != Verdict.Outcome.UNAVAILABLE;
        return progress.waiting(waits ? Stage.WAITING : Stage.REVIEW, due, now);
    }

    /** When it is worth asking again; null when it is not. */
    private @Nullable Instant due(Slip slip, @Nullable SlipOutcome outcome, Instant now) {
        return switch (outcome) {
            case null -> null;
            case SlipOutcome.Verified verified -> null;
            case SlipOutcome.Rejected(var reason) ->
                reason == SlipOutcome.Reason.NOT_FOUND && fromLateBank(slip) ? next(slip, now) : null;
            case SlipOutcome.Pending(var retryAfter) -> next(slip, now.plus(retryAfter));
            case SlipOutcome.Unavailable(var kind, var why, var retryAfter) ->
                kind == UpstreamFailure.Kind.RETRYABLE ? next(slip, now.plus(retryAfter)) : null;
        };
    }

    private static boolean fromLateBank(Slip slip) {
        var transfer = slip.progress().transfer();
        return transfer != null && LATE_BANKS.contains(transfer.bank());
    }

    /** The next time of the schedule, but not before the upstream wants to be asked. */
    private @Nullable Instant next(Slip slip, Instant earliest) {
        var asked = slip.progress().asked();
        if (asked > polls.size()) {
            return null;
        }
        var scheduled = slip.uploadedAt().plus(polls.get(asked - 1));
        return scheduled.isBefore(earliest) ? earliest : scheduled;
    }
}
