package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
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
     * Makes a decision; a repeated request returns the current slip.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when the slip has changed, the match of its payin was released, or a payment
     *     of its payin became unallocated funds; and as {@link SlipAction}
     */
    public Slip decide(UUID slipId, SlipAction action, StaffDecision by) {
        var slip = find(slipId);
        var decided = IdempotencyRecords.run(
                database,
                new Command<>(slip.key(), action, by.by()).recordKey(),
                session -> decide(session, slip, action, by),
                session -> SlipChanges.lock(session, slip.key(), clock).locked());
        if (!(action instanceof SlipAction.Accept)) {
            return decided;
        }
        return switch (decided.progress().stage()) {
            case CONFIRMING -> {
                var confirmed = settlement().confirm(decided);
                if (confirmed.refused() != null) {
                    throw confirmed.refused();
                }
                yield confirmed.slip();
            }
            // An earlier run of the same decision, which the payin has refused.
            case CHECKING, WAITING, REVIEW -> throw refused(decided);
            case ACCEPTED, REJECTED -> decided;
        };
    }

    private Slip decide(Session session, Slip found, SlipAction action, StaffDecision by) {
        var key = found.key();
        var payin = payins.lock(session, found.payin());
        var change = SlipChanges.lock(session, key, clock);
        var slip = change.changes().requireVersion(key, by.version());
        action.decision().require(slip, payin, payins.matches().of(session, payin));
        var decided = switch (action) {
            case SlipAction.Accept(var payment) ->
                change.transition(
                        paid(change, slip, payin, payment),
                        SlipStage.Trigger.CONFIRM,
                        change.at().plus(CONFIRMATION),
                        SlipRules.paid(payment.amount(), by, change.at()));
            case SlipAction.Suspend(var payment) ->
                settlement()
                        .suspend(
                                change,
                                paid(change, slip, payin, payment),
                                payin,
                                SlipRules.paid(payment.amount(), by, change.at()));
            case SlipAction.Reject(var reason) ->
                change.transition(
                        slip,
                        SlipStage.Trigger.REJECT,
                        null,
                        new Slip.Decision(null, reason, by.note(), by.operator(), by.requestId(), change.at()));
        };
        var act = new AuditEntry.Act(
                key.organizationId(),
                key.livemode(),
                action.decision().word(),
                SlipRules.OBJECT_TYPE,
                key.id(),
                slip.logged(),
                decided.logged(),
                by.note());
        AuditEntry.insertLater(session, by.actor(), act, change.at());
        return decided;
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

    /** Checks a decision as {@link #decide} does, on the current state of the slip, its payin and its transfer. Changes nothing. */
    void check(UUID slipId, SlipAction action, StaffDecision by) {
        var slip = find(slipId);
        database.run(session -> {
            var payin = payins.reads().find(session, slip.payin()).orElseThrow(() -> Problem.NotFound.of("payin"));
            action.decision().require(slip, payin, payins.matches().of(session, payin));
            var payment = action.payment();
            if (payment != null) {
                SlipRules.requireUnused(TransferClaims.excluding(session, slip, payment.transfer()));
                SentTransfers.requireNone(session, payment.transfer().reference(), slip.payin());
            }
            return slip;
        });
        if (action instanceof SlipAction.Accept(var payment)) {
            var receipt = new Receipt(payment.amount(), payment.transfer().reference());
            payins.checkConfirm(slip.payin(), receipt, by.actor(), by.note());
        }
    }

    /** @throws Problem.NotFound {@code SLIP_NOT_FOUND} */
    Slip find(UUID slipId) {
        return database.run(session -> SlipStore.find(session, slipId))
                .orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }
}
