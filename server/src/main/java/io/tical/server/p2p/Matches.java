package io.tical.server.p2p;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.work.DueTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The matches of payins with payouts. A transaction that changes a match must hold the lock on its payin. */
public final class Matches {
    /** The matches by the time of their release; keyed by their payins. */
    public static final DueTable DUE = MatchStore.DUE;

    private Matches() {}

    /** The matches of these payins, to decide on. */
    public static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        return payins.isEmpty() ? Map.of() : MatchStore.find(session, payins);
    }

    public static Optional<Match> find(Session session, TransactionKey payin) {
        return Optional.ofNullable(find(session, List.of(payin)).get(payin));
    }

    static void close(Session session, Collection<Match> matches) {
        if (!matches.isEmpty()) {
            MatchStore.updateLater(session, matches);
        }
    }

    /** Schedules the release of the open matches of payins when the session sends. */
    public static void releaseAt(Session session, Collection<TransactionKey> payins, Instant at) {
        MatchStore.scheduleLater(session, payins, at);
    }

    /** Postpones the release of an open match, by the database's clock; returns whether there is one. */
    public static boolean postpone(Session session, TransactionKey payin, Duration by) {
        return MatchStore.postpone(session, payin, by);
    }

    /** The items of the match in the payin's timeline. */
    public static List<TimelineItem> timeline(Session session, TransactionKey payin) {
        return MatchStore.shown(session, payin)
                .map(match -> TimelineItem.match(match.createdAt(), match.isReleased() ? match.closedAt() : null))
                .orElse(List.of());
    }
}
