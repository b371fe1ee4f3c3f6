package io.tical.server.payin;

import io.tical.server.ledger.MoneyAudit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the payin and the payout of every direct match agree, also across organizations: the payout is completed
 * if and only if the payin was paid with the same amount, and each attempt on the rail {@code p2p} belongs to one
 * match.
 */
public final class MatchAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("p2p_match");
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT coalesce(m.organization_id, a.organization_id) AS organization_id, coalesce(m.livemode, a.livemode) AS livemode,
                       concat_ws(' and ', 'payin ' || m.payin_id, 'payout attempt ' || a.attempt_id) AS place, 'p2p_match' AS in_table,
                       'a payin, a match and an attempt that agree' AS expected,
                       format('payin %s, match %s, attempt %s', p.status, m.status, a.status) AS found
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
                """);
    }

    @Override
    public @Nullable Posted posted() {
        return null;
    }
}
