package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The review of slips that the service could not decide. */
public record SlipReview(Database database, Payins payins, Policies policies, SlipStorage storage, Clock clock) {
    /** After this, background work continues a confirmation whose node died. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(15);

    /** A slip with its organization. */
    public record Item(Slip slip, String organizationName) {}

    /**
     * The details of a slip.
     *
     * @param checks the current checks of a pending slip, or the checks at the time of its decision
     * @param earlier uses of the same transfer or of a similar picture, with the names of the organizations
     */
    public record Dossier(Slip slip, Payin payin, String organizationName, List<Check> checks, List<Earlier> earlier) {}

    /** An earlier use, with its organization. */
    public record Earlier(EarlierUse use, String organizationName) {}

    /**
     * The filters of a list of slips.
     *
     * @param text a prefix of the merchant's reference, or the whole id of a slip or a payin
     */
    public record Filter(Optional<SlipStatus> status, Optional<String> text) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Item> list(Filter filter, Page page) {
        return database.run(session -> SlipStore.list(session, filter, page)).stream()
                .map(slip -> new Item(slip, name(slip.key().organizationId())))
                .toList();
    }

    /** @throws Problem.NotFound {@code SLIP_NOT_FOUND} */
    public Dossier get(UUID slipId) {
        var slip = find(slipId);
        var payin = payins.get(slip.payin());
        var transfer = slip.progress().transfer();
        var earlier = database.run(session -> SlipUses.find(session, slip, transfer));
        return new Dossier(
                slip,
                payin,
                name(slip.key().organizationId()),
                slip.progress().status() == SlipStatus.PENDING
                        ? SlipChecks.of(slip, payin, payins.matchReleased(payin), earlier, clock.instant())
                        : slip.progress().checks(),
                earlier.stream()
                        .map(use -> new Earlier(use, name(use.payin().organizationId())))
                        .toList());
    }

    /** The stored picture, a {@link PictureReader#MEDIA_TYPE}. */
    public byte[] image(UUID slipId) {
        return storage.picture(database, find(slipId)).orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }

    /**
     * Takes the lease of a slip for {@link Lease#DURATION}, or renews it.
     *
     * @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it
     */
    public Slip claim(UUID slipId, String operator) {
        return change(slipId, change -> SlipRules.claim(change.locked(), operator, change.at()));
    }

    /** Releases the lease of a slip; does nothing if another operator has it. */
    public Slip release(UUID slipId, String operator) {
        return change(slipId, change -> SlipRules.release(change.locked(), operator));
    }

    private Slip change(UUID slipId, Function<SlipChanges, Decision<Slip>> rule) {
        var key = find(slipId).key();
        return IdempotencyRecords.repeated(database, session -> {
            var change = SlipChanges.lock(session, key, clock);
            return change.apply(rule.apply(change));
        });
    }

    /**
     * Accepts a slip and confirms its payin.
     *
     * @param paid minor units; by default what the verifier reported, or else the payin's amount
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when the slip has changed; {@code ALREADY_CLAIMED}; {@code
     *     SLIP_STATUS_TRANSITION_INVALID} when it is decided; {@code SLIP_ALREADY_USED} when its transfer paid another
     *     payin; {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no longer accepts a payment
     * @throws Problem.Invalid for an amount that is not positive
     * @see #suspend
     */
    public Slip accept(UUID slipId, OptionalLong paid, StaffDecision decision) {
        requirePositive(paid);
        var accepted = decide(slipId, new Command("accept", paid.toString()), decision, (change, slip) -> {
            var due = change.at().plus(CONFIRMATION);
            var decided = SlipRules.paid(slip, paid, decision, change.at());
            return change.transition(slip, SlipStage.Trigger.CONFIRM, due, decided);
        });
        return accepted.progress().stage() == SlipStage.CONFIRMING
                ? new SlipSettlement(database, payins, clock).confirm(accepted)
                : accepted;
    }

    /**
     * Accepts a slip whose payin no longer accepts a payment: the payment becomes unallocated funds.
     *
     * @param paid as for {@link #accept}
     * @throws Problem.Conflict as for {@link #accept}; {@code PAYIN_STATUS_TRANSITION_INVALID} when its payin accepts
     *     this payment, or was paid by it
     */
    public Slip suspend(UUID slipId, OptionalLong paid, StaffDecision decision) {
        requirePositive(paid);
        return decide(slipId, new Command("suspend", paid.toString()), decision, (change, slip) -> {
            var payin = payins.find(change.session(), slip.payin()).orElseThrow(() -> Problem.NotFound.of("payin"));
            if (payin.status().takesPayment() || SlipRules.paidBy(slip, payin)) {
                throw new Problem.Conflict(
                        "PAYIN_STATUS_TRANSITION_INVALID",
                        "This slip's payin is " + payin.status().word() + ": accept the slip, or reject it");
            }
            return SlipSettlement.suspend(change, slip, payin, SlipRules.paid(slip, paid, decision, change.at()));
        });
    }

    /**
     * Rejects a slip. Its payin stays open for another slip or payment.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT}, {@code ALREADY_CLAIMED} or {@code SLIP_STATUS_TRANSITION_INVALID}
     */
    public Slip reject(UUID slipId, Slip.Reason reason, StaffDecision decision) {
        return decide(slipId, new Command("reject", reason.word()), decision, (change, slip) -> {
            var by = decision.operator();
            var rejected = new Slip.Decision(null, reason, decision.note(), by, decision.requestId(), change.at());
            return change.transition(slip, SlipStage.Trigger.REJECT, null, rejected);
        });
    }

    private static void requirePositive(OptionalLong paid) {
        if (paid.isPresent() && paid.getAsLong() < 1) {
            throw new Problem.Invalid("paid_amount", "positive", "must be a positive number of minor units");
        }
    }

    /** The identity of a decision. */
    private record Command(String action, String detail) {}

    /** Applies a decision on a locked slip; a repeated request returns the current slip. */
    private Slip decide(
            UUID slipId, Command command, StaffDecision decision, BiFunction<SlipChanges, Slip, Slip> effect) {
        var key = find(slipId).key();
        return IdempotencyRecords.run(
                database,
                decision.recordKey(key, command),
                session -> {
                    var change = SlipChanges.lock(session, key, decision.actor(), clock);
                    var slip = change.changes().seen(key, decision.version());
                    SlipRules.requireDecidable(slip, decision.operator(), change.at());
                    return effect.apply(change, slip);
                },
                session -> SlipChanges.lock(session, key, clock).locked());
    }

    private Slip find(UUID slipId) {
        return database.run(session -> SlipStore.find(session, slipId))
                .orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }

    private String name(UUID organizationId) {
        return policies.of(organizationId).name();
    }
}
