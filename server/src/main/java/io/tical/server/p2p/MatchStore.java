package io.tical.server.p2p;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The SQL of matches. A transaction that changes a match must hold the lock on its payin. */
final class MatchStore {
    private static final String OF_PAYINS = TransactionKey.table("payin_id");

    private MatchStore() {}

    static void insert(Session session, Collection<Match> matches) {
        if (matches.isEmpty()) {
            return;
        }
        TransactionKey.bind(session.sql("""
                        INSERT INTO p2p_match (organization_id, livemode, payin_id, payout_organization_id, payout_id, attempt_id,
                            currency, amount, status, offered_until, created_at)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:payout_organizations AS uuid[]), cast(:payouts AS uuid[]), cast(:attempts AS uuid[]),
                            cast(:currencies AS text[]), cast(:amounts AS bigint[]), cast(:statuses AS text[]),
                            cast(:untils AS timestamptz[]), cast(:created AS timestamptz[]))
                        """), matches.stream().map(Match::payin).toList())
                .bindEach(
                        "payout_organizations", matches, match -> match.payout().organizationId())
                .bindEach("payouts", matches, match -> match.payout().id())
                .bindEach("attempts", matches, Match::attemptId)
                .bindEach("currencies", matches, Match::currency)
                .bindEach("amounts", matches, Match::amount)
                .bindEach("statuses", matches, match -> match.state().word())
                .bindEach("untils", matches, Match::offeredUntil)
                .bindEach("created", matches, Match::createdAt)
                .run();
    }

    /** The matches of these payins. */
    static Map<TransactionKey, Match> find(Session session, Collection<TransactionKey> payins) {
        var found = new HashMap<TransactionKey, Match>();
        if (!payins.isEmpty()) {
            TransactionKey.bind(
                            session.sql("SELECT m.* FROM p2p_match m JOIN " + OF_PAYINS
                                    + " USING (organization_id, livemode, payin_id)"),
                            payins)
                    .list(MatchStore::match)
                    .forEach(match -> found.put(match.payin(), match));
        }
        return found;
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

    /** Schedules the release of open matches. */
    static void releaseAt(Session session, Collection<TransactionKey> payins, Instant at) {
        if (!payins.isEmpty()) {
            TransactionKey.bind(session.sql("UPDATE p2p_match m SET release_at = :at FROM " + OF_PAYINS + """
                            WHERE m.organization_id = t.organization_id AND m.livemode = t.livemode AND m.payin_id = t.payin_id
                              AND m.status = 'open'
                            """), payins)
                    .bind("at", at)
                    .run();
        }
    }

    /** Postpones the release of an open match, by the database's clock. */
    static long postpone(Session session, TransactionKey payin, Duration by) {
        return TransactionKey.bind(
                        session.sql("UPDATE p2p_match m SET release_at = now() + make_interval(secs => :by) FROM "
                                + OF_PAYINS
                                + """
                        WHERE m.organization_id = t.organization_id AND m.livemode = t.livemode AND m.payin_id = t.payin_id
                          AND m.status = 'open'
                        """),
                        List.of(payin))
                .bind("by", (double) by.toSeconds())
                .run();
    }

    private static Match match(Row row) {
        var livemode = row.flag("livemode");
        return new Match(
                TransactionKey.of(row, "payin_id"),
                new TransactionKey(row.uuid("payout_organization_id"), livemode, row.uuid("payout_id")),
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
