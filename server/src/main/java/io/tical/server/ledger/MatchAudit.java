package io.tical.server.ledger;

import io.tical.db.Session;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Proves that payin and payout of every direct match agree, though they may be of two organizations: a payout was completed by
 * its payer if and only if that payin was paid, with the same amount, and each claim on a leg is one match.
 */
final class MatchAudit {
    private final Session session;
    private long matches;

    MatchAudit(Session session) {
        this.session = session;
    }

    /** What does not fit. */
    private record Odd(
            @Nullable String match,
            @Nullable String attempt,
            @Nullable String payin,
            @Nullable UUID payinId,
            @Nullable UUID attemptId) {}

    void run() {
        session.sql("""
                        SELECT m.status AS match, a.status AS attempt, p.status AS payin, m.payin_id, a.attempt_id
                        FROM p2p_match m
                        FULL JOIN (SELECT * FROM payout_attempt WHERE rail = 'p2p') a
                          ON a.organization_id = m.payout_organization_id AND a.livemode = m.livemode
                         AND a.payout_id = m.payout_id AND a.attempt_id = m.attempt_id
                        LEFT JOIN payin p
                          ON p.organization_id = m.organization_id AND p.livemode = m.livemode AND p.payin_id = m.payin_id
                        WHERE NOT coalesce(
                            a.status = CASE m.status WHEN 'open' THEN 'open' WHEN 'completed' THEN 'delivered' ELSE 'dead' END
                            AND a.amount = m.amount AND p.amount = m.amount AND p.currency = m.currency
                            AND p.collection_account_id IS NULL
                            AND CASE m.status
                                WHEN 'open' THEN p.status IN ('pending', 'processing', 'expired', 'cancelled', 'failed')
                                WHEN 'completed' THEN p.status IN ('success', 'rejected', 'refunded') AND p.paid = m.amount
                                ELSE true END, false)
                        LIMIT 1
                        """)
                .first(row -> new Odd(
                        row.textOrNull("match"),
                        row.textOrNull("attempt"),
                        row.textOrNull("payin"),
                        row.uuidOrNull("payin_id"),
                        row.uuidOrNull("attempt_id")))
                .ifPresent(odd -> {
                    throw new Finding.Found(
                            "p2p_match",
                            "payin " + odd.payinId() + " and payout attempt " + odd.attemptId(),
                            "a payin, a match and an attempt that agree",
                            "payin " + odd.payin() + ", match " + odd.match() + ", attempt " + odd.attempt());
                });
        matches = session.sql("SELECT count(*) AS n FROM p2p_match").one(row -> row.number("n"));
    }

    Map<String, Long> counts() {
        return Map.of("p2p_match", matches);
    }
}
