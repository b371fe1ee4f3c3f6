package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The review of slips that the service could not decide. */
public record SlipReview(Database database, Payins payins, Policies policies, SlipStorage storage, Clock clock) {
    /** The delay after which background work continues a confirmation whose node died. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(15);

    /**
     * The details of a slip.
     *
     * @param fee what the merchant pays for a payment
     * @param checks the current checks of a pending slip, or the checks at the time of its decision
     * @param earlier uses of the same transfer or of a similar picture, with the names of the organizations
     * @param decisions the possible decisions of operators
     */
    public record Dossier(
            Slip slip,
            Payin payin,
            DecisionTerms.Fee fee,
            List<Check> checks,
            List<Earlier> earlier,
            List<PossibleSlipDecision> decisions,
            NextSlip nextSlip) {}

    /** An earlier use, with its organization. */
    public record Earlier(EarlierUse use, String organizationName) {}

    /**
     * The filters of a list of slips.
     *
     * @param status null for all
     * @param text a prefix of the merchant's reference, or the whole id of a slip or a payin; empty for all
     */
    public record Filter(
            Environments environments, @Nullable SlipStatus status, String text, Order order) {}

    public enum Order implements Word {
        NEWEST,
        OLDEST
    }

    /** One row more than the page's limit, when there are that many. */
    public List<Slip> list(Filter filter, Page page) {
        return database.run(session -> SlipStore.list(session, filter, page));
    }

    /** @throws Problem.NotFound {@code SLIP_NOT_FOUND} */
    public Dossier get(UUID slipId) {
        return dossier(find(slipId));
    }

    Dossier dossier(Slip slip) {
        var payin = payins.reads().get(slip.payin());
        var match = payins.matches().of(payin);
        var transfer = slip.progress().transfer();
        var uses = database.run(session -> SlipUses.of(session, slip, payin, transfer));
        var uploads =
                database.run(session -> SlipStore.ofPayin(session, payin.key())).size();
        return new Dossier(
                slip,
                payin,
                payins.fee(payin),
                slip.progress().status() == SlipStatus.PENDING
                        ? SlipChecks.of(slip, payin, match, uses, clock.instant())
                        : slip.progress().checks(),
                uses.earlier().stream()
                        .map(use -> new Earlier(use, policies.name(use.payin().organizationId())))
                        .toList(),
                PossibleSlipDecision.on(slip, payin, match),
                NextSlip.of(payin.status(), uploads));
    }

    /**
     * The stored picture, a {@link PictureReader#MEDIA_TYPE}.
     *
     * @throws Problem.NotFound {@code SLIP_NOT_FOUND}
     */
    public byte[] image(UUID slipId) {
        return storage.picture(database, find(slipId)).orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }

    /**
     * Accepts a slip and confirms its payin.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when the slip has changed, the match of its payin was released, or a payment
     *     of its payin became unallocated funds; {@code SLIP_STATUS_TRANSITION_INVALID} when it is decided; {@code
     *     SLIP_ALREADY_USED} when its transfer paid another payin; {@code TRANSFER_ALREADY_USED} when it was sent; {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no
     *     longer accepts a payment
     * @see #suspend
     */
    public Slip accept(UUID slipId, SlipPayment payment, StaffDecision decision) {
        var accepted = decide(slipId, Command.paying("accept", payment), decision, (change, payin) -> {
            var slip = change.locked();
            require(PossibleSlipDecision.ACCEPT, change.session(), slip, payin);
            var due = change.at().plus(CONFIRMATION);
            var decided = SlipRules.paid(payment.amount(), decision, change.at());
            return change.transition(paid(change, slip, payin, payment), SlipStage.Trigger.CONFIRM, due, decided);
        });
        return switch (accepted.progress().stage()) {
            case CONFIRMING -> settlement().confirm(accepted);
            // An earlier run of the same decision, which the payin has refused.
            case CHECKING, WAITING, REVIEW -> throw refused(accepted);
            case ACCEPTED, REJECTED -> accepted;
        };
    }

    private SlipSettlement settlement() {
        return new SlipSettlement(database, payins, clock);
    }

    /** The slip with its transfer and the checks at the time of its decision. */
    private Slip paid(SlipChanges change, Slip found, Payin payin, SlipPayment payment) {
        var session = change.session();
        var slip = found.with(found.progress().of(payment.transfer()));
        var uses = SlipUses.of(session, slip, payin, payment.transfer());
        var checks = SlipChecks.of(slip, payin, payins.matches().of(session, payin), uses, change.at());
        return slip.with(slip.progress().checked(checks));
    }

    private Problem.Conflict refused(Slip slip) {
        var payin = payins.reads().get(slip.payin());
        return new Problem.Conflict(
                "PAYIN_STATUS_TRANSITION_INVALID",
                "This slip was not accepted, because its payin is "
                        + payin.status().word() + ". Load the slip again.");
    }

    /**
     * Accepts a slip whose payin no longer accepts a payment: the payment becomes unallocated funds.
     *
     * @throws Problem.Conflict as for {@link #accept}; {@code PAYIN_STATUS_TRANSITION_INVALID} when its payin accepts
     *     this payment, or was paid by it
     */
    public Slip suspend(UUID slipId, SlipPayment payment, StaffDecision decision) {
        return decide(slipId, Command.paying("suspend", payment), decision, (change, payin) -> {
            var slip = change.locked();
            require(PossibleSlipDecision.SUSPEND, change.session(), slip, payin);
            var decided = SlipRules.paid(payment.amount(), decision, change.at());
            return settlement().suspend(change, paid(change, slip, payin, payment), payin, decided);
        });
    }

    /**
     * Rejects a slip. Its payin stays open for another slip or payment.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} or {@code SLIP_STATUS_TRANSITION_INVALID}
     */
    public Slip reject(UUID slipId, Slip.Reason reason, StaffDecision decision) {
        return decide(slipId, new Command("reject", reason.word()), decision, (change, _) -> {
            var by = decision.operator();
            var rejected = new Slip.Decision(null, reason, decision.note(), by, decision.requestId(), change.at());
            return change.transition(change.locked(), SlipStage.Trigger.REJECT, null, rejected);
        });
    }

    /**
     * Checks a decision as {@link #accept} does, on the current state of the slip, its payin and its transfer. Changes nothing.
     */
    void checkAccept(UUID slipId, SlipPayment payment, StaffDecision decision) {
        var slip = check(PossibleSlipDecision.ACCEPT, slipId, payment);
        var receipt = new Receipt(payment.amount(), payment.transfer().reference());
        payins.checkConfirm(slip.payin(), receipt, decision.actor(), decision.note());
    }

    /** Checks a decision as {@link #suspend} does. Changes nothing. */
    void checkSuspend(UUID slipId, SlipPayment payment, StaffDecision decision) {
        check(PossibleSlipDecision.SUSPEND, slipId, payment);
    }

    private Slip check(PossibleSlipDecision wanted, UUID slipId, SlipPayment payment) {
        var slip = find(slipId);
        return database.run(session -> {
            var payin = payins.reads().find(session, slip.payin()).orElseThrow(() -> Problem.NotFound.of("payin"));
            require(wanted, session, slip, payin);
            SlipRules.requireUnused(TransferClaims.excluding(session, slip, payment.transfer()));
            SentTransfers.requireNone(session, payment.transfer().reference(), slip.payin());
            return slip;
        });
    }

    private void require(PossibleSlipDecision wanted, Session session, Slip slip, Payin payin) {
        wanted.require(slip, payin, payins.matches().of(session, payin));
    }

    /** The identity of a decision. */
    private record Command(String action, String detail) {
        static Command paying(String action, SlipPayment payment) {
            return new Command(action, payment.toString());
        }
    }

    /** Applies a decision on a locked slip of a locked payin; a repeated request returns the current slip. */
    private Slip decide(
            UUID slipId, Command command, StaffDecision decision, BiFunction<SlipChanges, Payin, Slip> effect) {
        var found = find(slipId);
        var key = found.key();
        return IdempotencyRecords.run(
                database,
                decision.recordKey(key, command),
                session -> {
                    var payin = payins.lock(session, found.payin());
                    var change = SlipChanges.lock(session, key, clock);
                    var slip = change.changes().requireVersion(key, decision.version());
                    SlipRules.requireUndecided(slip);
                    var decided = effect.apply(change, payin);
                    audit(change, command.action(), slip, decided, decision);
                    return decided;
                },
                session -> SlipChanges.lock(session, key, clock).locked());
    }

    private static void audit(SlipChanges change, String action, Slip before, Slip after, StaffDecision decision) {
        var key = after.key();
        var act = new AuditEntry.Act(
                key.organizationId(),
                key.livemode(),
                action,
                SlipRules.OBJECT_TYPE,
                key.id(),
                before.logged(),
                after.logged(),
                decision.note());
        AuditEntry.insertLater(change.session(), decision.actor(), act, change.at());
    }

    /** @throws Problem.NotFound {@code SLIP_NOT_FOUND} */
    Slip find(UUID slipId) {
        return database.run(session -> SlipStore.find(session, slipId))
                .orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }
}
