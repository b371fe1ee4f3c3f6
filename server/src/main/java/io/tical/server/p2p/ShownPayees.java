package io.tical.server.p2p;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Fence;
import io.tical.server.outward.OutwardLog;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.rail.Attempt;
import io.tical.server.transaction.EventType;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accounts of payees that payers are shown. A payer may pay at once, so each node writes an account down before it shows it first,
 * whichever node has matched them.
 */
public final class ShownPayees {
    private static final int REMEMBERED_MAX = 100_000;
    /** A match has one leg. */
    private static final int LEG = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ShownPayees.class);

    private final Database database;
    private final PayoutMatching payouts;
    private final Fence fence;
    private final Clock clock;

    /** The payins whose payees this node has written down, with the generation of the fence. */
    private final Cache<TransactionKey, Long> writtenDown =
            Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

    ShownPayees(Database database, PayoutMatching payouts, Fence fence, Clock clock) {
        this.database = database;
        this.payouts = payouts;
        this.fence = fence;
        this.clock = clock;
    }

    /**
     * Whether the payer of a matched payin may be shown the payee's account now; it is written down when this returns true. False while nothing
     * may leave, and if the payout was sent before the database lost that.
     */
    public boolean mayShow(TransactionKey payin) {
        var since = fence.generation();
        var leaving = database.transaction(
                session -> fence.isOpen(session) ? leaving(session, payin, since) : Optional.<List<Departure>>empty());
        if (leaving.isEmpty()) {
            return false;
        }
        try {
            if (!leaving.get().isEmpty()) {
                fence.depart(leaving.get(), since);
                writtenDown.put(payin, since);
            }
            return true;
        } catch (OutwardLog.Unavailable failure) {
            LOG.debug("an account is not shown", failure);
            return false;
        }
    }

    /** What must be written down, which may be nothing; empty if the account may not be shown. */
    private Optional<List<Departure>> leaving(Session session, TransactionKey payin, long since) {
        var known = writtenDown.getIfPresent(payin);
        if (known != null && known == since) {
            return Optional.of(List.of());
        }
        var match = MatchStore.shown(session, payin).orElseThrow();
        var terms = payouts.terms(session, match.payout());
        if (match.isOpen() && fence.isHeld(session, EventType.Subject.PAYOUT, match.payout(), terms.merchantRef())) {
            return Optional.empty();
        }
        return Optional.of(List.of(new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                match.payout(),
                match.attemptId(),
                LEG,
                match.amount(),
                match.currency(),
                Attempt.PAYER,
                terms.merchantRef(),
                fence.destination(terms.bankCode(), terms.accountNo()),
                clock.instant())));
    }
}
