package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.payout.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.MatchItems;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives matches up whose payers did not pay, so that their payouts go on. */
final class Matches {
    /** How long until it is looked at again whether a slip was decided. */
    private static final Duration SLIP_WAIT = Duration.ofSeconds(5);

    private final Database database;
    private final Offers offers;
    private final PayinSlips slips;

    Matches(Database database, Offers offers, PayinSlips slips) {
        this.database = database;
        this.offers = offers;
        this.slips = slips;
    }

    Optional<Match> of(TransactionKey payin) {
        return Optional.ofNullable(database.run(session -> MatchStore.find(session, List.of(payin)))
                .get(payin));
    }

    List<Timeline.Entry> timeline(Payin payin) {
        var entries = new ArrayList<Timeline.Entry>();
        if (payin.matched()) {
            of(PayinStore.target(payin)).ifPresent(match -> {
                entries.add(MatchItems.matched(match.createdAt()));
                var closedAt = match.closedAt();
                if (match.state() == Match.State.RELEASED && closedAt != null) {
                    entries.add(MatchItems.released(closedAt));
                }
            });
        }
        return entries;
    }

    /**
     * Gives a match up that is due, unless a slip waits. The payin is locked first and the payout then, and neither is waited
     * for: whoever holds one of them may be about to complete both.
     */
    boolean releaseDue(Session session, TransactionKey payin) {
        if (PayinStore.lockFree(session, payin).isEmpty()) {
            return false;
        }
        var match = MatchStore.find(session, List.of(payin)).get(payin);
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        if (match == null || !match.isOpen() || match.releaseAt() == null) {
            return false;
        }
        if (slips.waiting(session, payin)) {
            MatchStore.postpone(session, payin, SLIP_WAIT);
            return false;
        }
        return release(session, match, now);
    }

    private boolean release(Session session, Match match, Instant now) {
        var released = offers.release(
                session, new Offers.Release(match.payout(), match.attemptId(), match.offeredUntil()), now);
        if (released) {
            MatchStore.close(session, List.of(match.closed(Match.State.RELEASED, now)));
        }
        return released;
    }

    /**
     * Staff give a match up at once, whatever its payin's state: a payment of another amount cannot complete the payout.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when there is no open match, {@code OPERATION_IN_PROGRESS}
     *     when somebody is at it
     */
    void giveUp(TransactionKey target, Actor actor, @Nullable String note) {
        record GiveUp(
                TransactionKey target,
                Actor actor,
                @Nullable String note) {}
        var key = IdempotencyKey.ofCommand(
                target.organizationId(),
                target.livemode(),
                target.id(),
                actor.requestId(),
                new GiveUp(target, actor, note));
        IdempotencyRecords.run(database, key, session -> givenUp(session, target, actor, note), session -> target);
    }

    private TransactionKey givenUp(Session session, TransactionKey target, Actor actor, @Nullable String note) {
        var payin = PayinStore.find(session, List.of(target), true).get(target);
        if (payin == null) {
            throw Problem.NotFound.of(PayinCase.OBJECT_TYPE);
        }
        var match = MatchStore.find(session, List.of(target)).get(target);
        if (match == null || !match.isOpen()) {
            throw PayinStatus.invalid("No payout waits for this payin");
        }
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        if (!release(session, match, now)) {
            throw new Problem.Conflict("OPERATION_IN_PROGRESS", "Somebody is at this payout now; try again");
        }
        var status = payin.status().word();
        StateChanges.insert(
                session,
                List.of(new StateChange(
                        target.organizationId(),
                        target.livemode(),
                        target.id(),
                        Ids.next(),
                        PayinCase.OBJECT_TYPE,
                        status,
                        status,
                        "release_match",
                        actor,
                        note,
                        now)));
        return target;
    }
}
