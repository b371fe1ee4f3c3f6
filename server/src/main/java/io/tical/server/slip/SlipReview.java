package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.slip.Slip.Stage;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What finance does with slips: looks at those that could not be accepted by themselves, and decides. */
public final class SlipReview {
    /** How long a slip that somebody took in hand is kept from others. */
    public static final Duration CLAIMED = Duration.ofMinutes(5);

    /** A confirmation takes moments; when its node dies, the background work goes on with it after this. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(15);

    private static final String RESOURCE = "slip";

    private final Database database;
    private final Payins payins;
    private final Policies policies;
    private final SlipStorage storage;
    private final SlipSettlement settlement;

    public SlipReview(Database database, Payins payins, Policies policies, SlipStorage storage) {
        this.database = database;
        this.payins = payins;
        this.policies = policies;
        this.storage = storage;
        this.settlement = new SlipSettlement(database, payins);
    }

    /** A slip of the queue, and whose it is. */
    public record Item(Slip slip, String organizationName) {}

    /**
     * All that there is to know about a slip.
     *
     * @param checks as they stand now; of one that is decided, as they stood then
     * @param earlier uses of the same transfer or of a picture that looks the same, with the names of the organizations
     */
    public record Dossier(Slip slip, Payin payin, String organizationName, List<Check> checks, List<Earlier> earlier) {}

    /** An earlier use, and by whom. */
    public record Earlier(EarlierUse use, String organizationName) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Item> list(SlipFilter filter, Page page) {
        return database.run(session -> SlipList.find(session, filter, page)).stream()
                .map(slip -> new Item(slip, name(slip.key().organizationId())))
                .toList();
    }

    /** @throws Problem.NotFound {@code SLIP_NOT_FOUND} */
    public Dossier get(UUID slipId) {
        var slip = find(slipId);
        var payin = payins.find(slip.payin()).orElseThrow(() -> Problem.NotFound.of("payin"));
        var transfer = slip.progress().transfer();
        var earlier = database.run(session -> SlipUses.find(session, slip, transfer));
        return new Dossier(
                slip,
                payin,
                name(slip.key().organizationId()),
                slip.progress().status() == SlipStatus.PENDING
                        ? SlipChecks.of(slip, payin, payins.matchReleased(payin), earlier, SlipSettlement.now())
                        : slip.progress().checks(),
                earlier.stream()
                        .map(use -> new Earlier(use, name(use.payin().organizationId())))
                        .toList());
    }

    /** The picture as it is kept, a {@link PictureReader#MEDIA_TYPE}. */
    public byte[] image(UUID slipId) {
        return storage.get(find(slipId).key()).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /**
     * Who decides, and on what they saw.
     *
     * @param version the slip's, as they saw it
     * @param note for whoever reads the history, or null
     */
    public record Reviewer(
            String username,
            String requestId,
            long version,
            @Nullable String note) {}

    /**
     * Takes a slip in hand for {@link #CLAIMED}, again if need be.
     *
     * @throws Problem.Conflict {@code ALREADY_CLAIMED} while somebody else has it
     */
    public Slip claim(UUID slipId, String username) {
        return change(slipId, (slip, now) -> {
            slip.progress().status().on(SlipStatus.Trigger.ACCEPT);
            requireFree(slip, username, now);
            return slip.progress().claimed(new Slip.Claim(username, now.plus(CLAIMED)));
        });
    }

    /** Lets it go; does nothing to one that somebody else has in hand. */
    public Slip release(UUID slipId, String username) {
        return change(slipId, (slip, now) -> {
            var claim = slip.progress().claim();
            return claim == null || !claim.by().equals(username)
                    ? slip.progress()
                    : slip.progress().claimed(null);
        });
    }

    /**
     * Accepts a slip: its payin is {@code success}, with what was really paid.
     *
     * @param paid minor units; where it is not given, what the verifier said came, or else what was asked for
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when the slip changed since; {@code ALREADY_CLAIMED};
     *     {@code SLIP_STATUS_TRANSITION_INVALID} when it was decided; {@code SLIP_ALREADY_USED} when its transfer paid another
     *     payin; {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin takes no payment any more
     * @throws Problem.Invalid for an amount that is none
     * @see #suspend
     */
    public Slip accept(UUID slipId, OptionalLong paid, Reviewer reviewer) {
        requirePositive(paid);
        var key = find(slipId).key();
        var command = new Command("accept", paid.isPresent() ? paid.toString() : null, reviewer);
        var slip = once(key, command, session -> decided(session, key, paid, reviewer));
        return slip.progress().stage() == Stage.CONFIRMING ? settlement.confirm(slip) : slip;
    }

    /** What tells one decision from another. */
    private record Command(String action, @Nullable String detail, Reviewer reviewer) {}

    /** A decision whose commit was not acknowledged, or that is sent twice, is answered with the slip as it stands. */
    private Slip once(TransactionKey key, Command command, Function<Session, Slip> decision) {
        return IdempotencyRecords.run(
                database,
                IdempotencyKey.ofCommand(
                        key.organizationId(),
                        key.livemode(),
                        key.id(),
                        command.reviewer().requestId(),
                        command),
                decision,
                session -> SlipStore.find(session, key).orElseThrow(() -> Problem.NotFound.of(RESOURCE)));
    }

    private Slip decided(Session session, TransactionKey key, OptionalLong paid, Reviewer reviewer) {
        var now = SlipSettlement.now();
        var slip = locked(session, key, SlipStatus.Trigger.ACCEPT, reviewer, now);
        var transfer = slip.progress().transfer();
        if (transfer != null) {
            SlipSettlement.take(session, slip, transfer);
        }
        return SlipSettlement.written(
                session,
                slip.with(slip.progress().confirming(paid(slip, paid, reviewer, now), now.plus(CONFIRMATION))));
    }

    /**
     * Accepts a slip whose payin takes no payment any more: the money is here all the same, and goes into suspense.
     *
     * @param paid as for {@link #accept}
     * @throws Problem.Conflict as for {@link #accept}; {@code PAYIN_STATUS_TRANSITION_INVALID} when its payin takes this payment,
     *     or has it
     */
    public Slip suspend(UUID slipId, OptionalLong paid, Reviewer reviewer) {
        requirePositive(paid);
        var key = find(slipId).key();
        var command = new Command("suspend", paid.isPresent() ? paid.toString() : null, reviewer);
        return once(key, command, session -> {
            var now = SlipSettlement.now();
            var slip = locked(session, key, SlipStatus.Trigger.ACCEPT, reviewer, now);
            var payin = payins.find(session, slip.payin()).orElseThrow(() -> Problem.NotFound.of("payin"));
            if (payin.status().takesPayment() || SlipSettlement.paidBy(slip, payin)) {
                throw new Problem.Conflict(
                        "PAYIN_STATUS_TRANSITION_INVALID",
                        "This slip's payin is " + payin.status().word() + ": accept the slip, or reject it");
            }
            return SlipSettlement.suspended(session, slip, payin, paid(slip, paid, reviewer, now));
        });
    }

    private static Slip.Decision paid(Slip slip, OptionalLong paid, Reviewer reviewer, Instant now) {
        return new Slip.Decision(
                paid.orElseGet(() -> told(slip)),
                null,
                reviewer.note(),
                reviewer.username(),
                reviewer.requestId(),
                now);
    }

    private static void requirePositive(OptionalLong paid) {
        if (paid.isPresent() && paid.getAsLong() < 1) {
            throw new Problem.Invalid("paid_amount", "positive", "must be a positive number of minor units");
        }
    }

    private static long told(Slip slip) {
        var verdict = slip.progress().verdict();
        return verdict == null || verdict.facts() == null
                ? slip.upload().amount()
                : verdict.facts().amount();
    }

    /**
     * Rejects a slip. Its payin stays as it is: another slip, or another payment, may still pay it.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT}, {@code ALREADY_CLAIMED} or {@code SLIP_STATUS_TRANSITION_INVALID}
     */
    public Slip reject(UUID slipId, Slip.Reason reason, Reviewer reviewer) {
        var key = find(slipId).key();
        return once(key, new Command("reject", reason.toString(), reviewer), session -> {
            var now = SlipSettlement.now();
            var slip = locked(session, key, SlipStatus.Trigger.REJECT, reviewer, now);
            return SlipSettlement.end(
                    session,
                    slip,
                    SlipStatus.Trigger.REJECT,
                    new Slip.Decision(null, reason, reviewer.note(), reviewer.username(), reviewer.requestId(), now));
        });
    }

    private static Slip locked(
            Session session, TransactionKey key, SlipStatus.Trigger trigger, Reviewer reviewer, Instant now) {
        var slip = SlipStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        slip.progress().status().on(trigger);
        if (slip.progress().version() != reviewer.version()) {
            throw new Problem.Conflict(
                    "VERSION_CONFLICT", "This slip changed since you saw it; look again and decide anew");
        }
        if (slip.progress().stage() == Stage.CONFIRMING) {
            throw new Problem.Conflict(
                    "SLIP_STATUS_TRANSITION_INVALID", "This slip is being accepted; look again in a moment");
        }
        requireFree(slip, reviewer.username(), now);
        return slip;
    }

    private static void requireFree(Slip slip, String username, Instant now) {
        var claim = slip.progress().claim();
        if (claim != null && claim.excludes(username, now)) {
            throw new Problem.Conflict("ALREADY_CLAIMED", claim.by() + " has this slip in hand");
        }
    }

    /** What a person changes without deciding. */
    private interface Change {
        Slip.Progress of(Slip slip, Instant now);
    }

    private Slip change(UUID slipId, Change change) {
        var key = find(slipId).key();
        return IdempotencyRecords.repeated(database, session -> {
            var slip = SlipStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            var changed = change.of(slip, SlipSettlement.now());
            return changed.equals(slip.progress()) ? slip : SlipSettlement.written(session, slip.with(changed));
        });
    }

    private Slip find(UUID slipId) {
        return database.run(session -> SlipStore.key(session, slipId).flatMap(key -> SlipStore.find(session, key)))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    private String name(UUID organizationId) {
        return policies.of(organizationId).name();
    }
}
