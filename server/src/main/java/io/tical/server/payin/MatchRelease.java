package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.p2p.Matches;
import io.tical.server.p2p.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;

/** Releases the matches of unpaid payins, so that their payouts are sent. */
record MatchRelease(Database database, Offers offers, PayinSlips slips, PayinOperation operation) {
    /** The retry interval of a release while a slip is undecided. */
    private static final Duration SLIP_WAIT = Duration.ofSeconds(5);

    /**
     * Releases a match that is due, unless a slip is undecided. Locks the payin and then the payout, and waits for
     * neither lock: their holder may be about to complete both.
     */
    boolean releaseDue(Session session, TransactionKey payin) {
        if (PayinStore.tryLock(session, payin).isEmpty()) {
            return false;
        }
        var match = Matches.find(session, payin).orElse(null);
        if (match == null || !match.isOpen() || match.releaseAt() == null) {
            return false;
        }
        if (slips.waiting(session, payin)) {
            Matches.postpone(session, payin, SLIP_WAIT);
            return false;
        }
        return offers.release(session, match, PayinOperation.now());
    }

    /**
     * Staff release a match in any state of its payin.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when there is no open match, {@code
     *     OPERATION_IN_PROGRESS}
     *     when another transaction has locked the payout
     */
    void release(PayinCommand.ReleaseMatch command) {
        var key = command.key();
        IdempotencyRecords.run(
                database,
                IdempotencyKey.ofCommand(
                        key.organizationId(),
                        key.livemode(),
                        key.id(),
                        command.actor().requestId(),
                        command),
                session -> release(session, command),
                session -> key);
    }

    private TransactionKey release(Session session, PayinCommand.ReleaseMatch command) {
        operation.within(session, command);
        var match = Matches.find(session, command.key()).orElseThrow();
        if (!offers.release(session, match, PayinOperation.now())) {
            throw new Problem.Conflict("OPERATION_IN_PROGRESS", "Another operation is changing the payout. Try again.");
        }
        return command.key();
    }
}
