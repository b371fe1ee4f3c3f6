package io.tical.server.p2p;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.DueTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of matches. A transaction that changes a match must hold the lock on its payin. */
final class MatchStore {
    private static final String OF_PAYINS = TransactionKey.table("payin_id");
    private static final String OPEN_OF_PAYINS = " FROM " + OF_PAYINS + """
            WHERE m.organization_id = t.organization_id AND m.livemode = t.livemode AND m.payin_id = t.payin_id AND m.status = 'open'
            """;

    static final BulkWrite<Match> MATCHES = TransactionKey.<Match>write("p2p_match", "payin_id", Match::payin)
            .insertOnly(
                    "payout_organization_id", "uuid", match -> match.payout().organizationId())
            .insertOnly("payout_id", "uuid", match -> match.payout().id())
            .insertOnly("attempt_id", "uuid", Match::attemptId)
            .insertOnly("currency", "text", Match::currency)
            .insertOnly("amount", "bigint", Match::amount)
            .column("status", "text", match -> match.state().word())
            .insertOnly("offered_until", "timestamptz", Match::offeredUntil)
            .outsideMac("release_at", "timestamptz", Match::releaseAt)
            .insertOnly("created_at", "timestamptz", Match::createdAt)
            .updateOnly("closed_at", "timestamptz", Match::closedAt)
            .authenticated()
            .journaled();

    static final DueTable DUE = new DueTable("p2p_match", "payin_id", "release_at");

    private MatchStore() {}

    /** Inserts new matches when the session sends. */
    static void insertLater(Session session, Collection<Match> matches) {
        MATCHES.insert(session, matches).runLater();
    }

    static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        var proof = MATCHES.proof(session);
        return select(session, payins)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return match(row);
                })
                .stream()
                .collect(Collectors.toMap(Match::payin, Function.identity()));
    }

    /** The match of a payin, unproved: for what is shown, not for a decision. */
    static Optional<Match> shown(Session session, TransactionKey payin) {
        return select(session, List.of(payin)).first(MatchStore::match);
    }

    private static Session.Statement select(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT m.* FROM p2p_match m JOIN " + OF_PAYINS + " USING (organization_id, livemode, payin_id)";
        return TransactionKey.bind(session.sql(sql), payins);
    }

    /** Writes the ends of matches when the session sends. */
    static void updateLater(Session session, Collection<Match> matches) {
        MATCHES.update(session, matches).runLater();
    }

    /** Schedules the release of the open matches of payins when the session sends. */
    static void scheduleLater(Session session, Collection<TransactionKey> payins, Instant at) {
        TransactionKey.bind(session.sql("UPDATE p2p_match m SET release_at = :at" + OPEN_OF_PAYINS), payins)
                .bind("at", at)
                .runLater();
    }

    /** Postpones the release of an open match, by the database's clock; returns whether there is one. */
    static boolean postpone(Session session, TransactionKey payin, Duration by) {
        var sql = "UPDATE p2p_match m SET release_at = now() + make_interval(secs => :by)" + OPEN_OF_PAYINS;
        return TransactionKey.bind(session.sql(sql), List.of(payin))
                        .bind("by", (double) by.toSeconds())
                        .run()
                > 0;
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
