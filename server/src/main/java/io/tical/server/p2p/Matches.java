package io.tical.server.p2p;

import io.tical.common.Word;
import io.tical.db.Insertion;
import io.tical.db.Row;
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
import java.util.function.Function;
import java.util.stream.Collectors;

/** The matches of payins with payouts. A transaction that changes a match must hold the lock on its payin. */
public final class Matches {
    private static final String OF_PAYINS = TransactionKey.table("payin_id");
    private static final String OPEN_OF_PAYINS = " FROM " + OF_PAYINS + """
            WHERE m.organization_id = t.organization_id AND m.livemode = t.livemode AND m.payin_id = t.payin_id AND m.status = 'open'
            """;

    private static final Insertion<Match> INSERT = Insertion.<Match>into("p2p_match")
            .column("organization_id", "uuid", match -> match.payin().organizationId())
            .column("livemode", "boolean", match -> match.payin().livemode())
            .column("payin_id", "uuid", match -> match.payin().id())
            .column("payout_organization_id", "uuid", match -> match.payout().organizationId())
            .column("payout_id", "uuid", match -> match.payout().id())
            .column("attempt_id", "uuid", Match::attemptId)
            .column("currency", "text", Match::currency)
            .column("amount", "bigint", Match::amount)
            .column("status", "text", match -> match.state().word())
            .column("offered_until", "timestamptz", Match::offeredUntil)
            .column("created_at", "timestamptz", Match::createdAt);

    private Matches() {}

    static void insert(Session session, Collection<Match> matches) {
        INSERT.of(session, matches).runLater();
    }

    /** The matches of these payins. */
    public static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        return payins.isEmpty()
                ? Map.of()
                : TransactionKey.bind(
                                session.sql("SELECT m.* FROM p2p_match m JOIN " + OF_PAYINS
                                        + " USING (organization_id, livemode, payin_id)"),
                                payins)
                        .list(Matches::match)
                        .stream()
                        .collect(Collectors.toMap(Match::payin, Function.identity()));
    }

    public static Optional<Match> find(Session session, TransactionKey payin) {
        return Optional.ofNullable(find(session, List.of(payin)).get(payin));
    }

    static void close(Session session, Collection<Match> matches) {
        if (matches.isEmpty()) {
            return;
        }
        TransactionKey.bind(session.sql("""
                        UPDATE p2p_match m SET status = n.status, release_at = NULL, closed_at = n.closed_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:closed AS timestamptz[]))
                            AS n (organization_id, livemode, payin_id, status, closed_at)
                        WHERE m.organization_id = n.organization_id AND m.livemode = n.livemode AND m.payin_id = n.payin_id
                        """), matches.stream().map(Match::payin).toList())
                .bindEach("statuses", matches, match -> match.state().word())
                .bindEach("closed", matches, Match::closedAt)
                .run();
    }

    /** Schedules the release of the open matches of payins. */
    public static void releaseAt(Session session, Collection<TransactionKey> payins, Instant at) {
        TransactionKey.bind(session.sql("UPDATE p2p_match m SET release_at = :at" + OPEN_OF_PAYINS), payins)
                .bind("at", at)
                .run();
    }

    /** Postpones the release of an open match, by the database's clock; returns whether there is one. */
    public static boolean postpone(Session session, TransactionKey payin, Duration by) {
        var sql = "UPDATE p2p_match m SET release_at = now() + make_interval(secs => :by)" + OPEN_OF_PAYINS;
        return TransactionKey.bind(session.sql(sql), List.of(payin))
                        .bind("by", (double) by.toSeconds())
                        .run()
                > 0;
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

    private static Match match(Row row) {
        return new Match(
                TransactionKey.of(row, "payin_id"),
                new TransactionKey(row.uuid("payout_organization_id"), row.flag("livemode"), row.uuid("payout_id")),
                row.uuid("attempt_id"),
                row.text("currency"),
                row.number("amount"),
                Word.of(Match.State.class, row.text("status")),
                row.instant("offered_until"),
                row.instantOrNull("release_at"),
                row.instant("created_at"),
                row.instantOrNull("closed_at"));
    }
}
