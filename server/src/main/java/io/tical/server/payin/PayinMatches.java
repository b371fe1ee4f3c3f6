package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.p2p.Match;
import io.tical.server.p2p.Matches;
import io.tical.server.p2p.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The matches of payins with offered payouts, and how they are released. */
public record PayinMatches(
        Offers offers, PayinSlips slips, PayinStorage storage, Commands<PayinAction, Payin> commands) {
    /** The retry interval of a release while a slip is undecided. */
    private static final Duration SLIP_WAIT = Duration.ofSeconds(5);

    /** The match of a payin; empty if it has none. */
    public Optional<Match> of(Payin payin) {
        return commands.database().run(session -> of(session, payin));
    }

    /** The match of a payin, read in the caller's transaction. */
    public Optional<Match> of(Session session, Payin payin) {
        return payin.matched() ? Matches.find(session, payin.key()) : Optional.empty();
    }

    /**
     * Staff release the match of a payin in any state, so that the payout is sent. If a payment is accepted afterwards, the
     * payee owes it. Decisions on the payin and its slips that were made before are refused.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when there is no open match, {@code
     *     MATCH_HELD} while a case of what was lost is open, {@code OPERATION_IN_PROGRESS} while a slip of the payin is being accepted, or when another transaction has locked the payout
     */
    public void release(TransactionKey key, StaffDecision by) {
        commands.run(new Command<>(key, new PayinAction.ReleaseMatch(), by.by()), this::release);
    }

    private void release(Session session, Payin payin) {
        if (slips.confirming(session, payin.key())) {
            throw new Problem.Conflict(
                    "OPERATION_IN_PROGRESS",
                    "A slip of this payin is being accepted, which completes the payout. Load the payin again in a moment.");
        }
        var match = Matches.find(session, payin.key()).orElseThrow();
        if (offers.isHeld(session, match)) {
            throw new Problem.Conflict(
                    "MATCH_HELD",
                    "The payout of this match may have been paid before the database lost that. Find out, and close its case under Lost"
                            + " first.",
                    new Problem.About("match", "payout", match.payout().id(), null));
        }
        if (!offers.release(session, match, commands.clock().instant())) {
            throw new Problem.Conflict("OPERATION_IN_PROGRESS", "Another operation is changing the payout. Try again.");
        }
        slips.raiseVersions(session, List.of(payin.key()));
    }

    /**
     * Releases a match that is due, within the claiming transaction, unless a slip is undecided. Locks the payin and then the
     * payout, and waits for neither lock: their holder may be about to complete both.
     */
    boolean releaseDue(Session session, TransactionKey key) {
        var locked = PayinStore.tryLock(session, key);
        if (locked.isEmpty()) {
            return false;
        }
        var payin = locked.get();
        var match = of(session, payin).orElse(null);
        if (match == null || !match.isOpen() || match.releaseAt() == null) {
            return false;
        }
        if (slips.waiting(session, key) || offers.isHeld(session, match)) {
            Matches.postpone(session, key, SLIP_WAIT);
            return false;
        }
        if (!offers.release(session, match, commands.clock().instant())) {
            return false;
        }
        storage.raiseVersions(session, payin);
        return true;
    }
}
