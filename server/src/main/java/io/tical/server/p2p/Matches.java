package io.tical.server.p2p;

import io.tical.db.Session;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The matches of payins with payouts. A transaction that changes a match must hold the lock on its payin. */
public final class Matches {
    private Matches() {}

    /** The matches of these payins. */
    public static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        return MatchStore.find(session, payins);
    }

    public static Optional<Match> find(Session session, TransactionKey payin) {
        return Optional.ofNullable(find(session, List.of(payin)).get(payin));
    }

    /** Schedules the release of the open matches of payins. */
    public static void releaseAt(Session session, Collection<TransactionKey> payins, Instant at) {
        MatchStore.releaseAt(session, payins, at);
    }

    /** Postpones the release of an open match; returns whether there is one. */
    public static boolean postpone(Session session, TransactionKey payin, Duration by) {
        return MatchStore.postpone(session, payin, by) > 0;
    }

    /** The entries of the match in the payin's timeline. */
    public static List<Timeline.Entry> timeline(Session session, TransactionKey payin) {
        var entries = new ArrayList<Timeline.Entry>();
        find(session, payin).ifPresent(match -> {
            entries.add(Timeline.Entry.matched(match.createdAt()));
            var closedAt = match.closedAt();
            if (match.isReleased() && closedAt != null) {
                entries.add(Timeline.Entry.matchReleased(closedAt));
            }
        });
        return entries;
    }
}
