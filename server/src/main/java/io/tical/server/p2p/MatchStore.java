package io.tical.server.p2p;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
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

    static final Table<Match> MATCHES = Table.of("p2p_match", MatchStore::columns);

    static final DueTable DUE = new DueTable("p2p_match", "payin_id", "release_at");

    private MatchStore() {}

    /** Inserts new matches when the session sends. */
    static void insertLater(Session session, Collection<Match> matches) {
        MATCHES.insert(session, matches).runLater();
    }

    static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        return select(session, payins).list(MATCHES.locked(session)).stream()
                .collect(Collectors.toMap(Match::payin, Function.identity()));
    }

    /** The match of a payin, unproved: for what is shown, not for a decision. */
    static Optional<Match> shown(Session session, TransactionKey payin) {
        return select(session, List.of(payin)).first(MATCHES::read);
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

    private static Function<Row, Match> columns(TableColumns<Match> t) {
        var key = TransactionKey.columns(t, "payin_id", Match::payin);
        var payout = t.part(Match::payout);
        var payoutOrganizationId = payout.insertOnly("payout_organization_id", ID, TransactionKey::organizationId);
        var payoutId = payout.insertOnly("payout_id", ID, TransactionKey::id);
        var attemptId = t.insertOnly("attempt_id", ID, Match::attemptId);
        var currency = t.insertOnly("currency", TEXT, Match::currency);
        var amount = t.insertOnly("amount", NUMBER, Match::amount);
        var status = t.column("status", word(Match.State.class), Match::state);
        var offeredUntil = t.insertOnly("offered_until", TIME, Match::offeredUntil);
        var releaseAt = t.outsideMac("release_at", TIME.orNull(), Match::releaseAt);
        var createdAt = t.insertOnly("created_at", TIME, Match::createdAt);
        var closedAt = t.updateOnly("closed_at", TIME.orNull(), Match::closedAt);
        return row -> {
            var payinKey = key.of(row);
            return new Match(
                    payinKey,
                    new TransactionKey(payoutOrganizationId.of(row), payinKey.livemode(), payoutId.of(row)),
                    attemptId.of(row),
                    currency.of(row),
                    amount.of(row),
                    status.of(row),
                    offeredUntil.of(row),
                    releaseAt.of(row),
                    createdAt.of(row),
                    closedAt.of(row));
        };
    }
}
