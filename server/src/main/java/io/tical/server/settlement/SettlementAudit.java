package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.Posting;
import java.util.EnumMap;
import java.util.List;

/**
 * Proves that no settlement was sent twice, that the simulated rail's records agree, that one transfer paid one settlement, and that the
 * transfers of a settlement match its status, in minor units.
 *
 * <pre>
 * status               capture  deliver       fee  return
 * pending, processing  amount   0             0    0
 * completed            amount   amount − fee  fee  0       (exchange instead of deliver, if it is converted)
 * failed               amount   0             0    amount
 * </pre>
 *
 * Amounts that dead attempts delivered are claimed back in addition.
 */
public final class SettlementAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("settlement", "settlement_attempt", "settlement_transfer");
    }

    /** Checks the number, state and amount of every attempt, also against the simulator's record. */
    private static final String ATTEMPTS = """
            SELECT organization_id, livemode, 'settlement ' || settlement_id || suffix AS place, in_table, expected, found
            FROM (
                SELECT a.*, coalesce(c.amount, s.amount - s.fee) AS net, s.status AS of_status, w.delivered AS witnessed,
                       w.payout_id = a.settlement_id AND w.subject = 'settlement' AND w.amount = a.amount
                           AND w.delivered IN (0, w.amount) AS witness_fits,
                       row_number() OVER one AS place_in_line, lead(a.attempt) OVER one IS NULL AS last,
                       count(*) FILTER (WHERE w.delivered > 0 AND a.status <> 'dead') OVER one AS deliveries
                FROM settlement_attempt a
                LEFT JOIN settlement s
                  ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.settlement_id = a.settlement_id
                LEFT JOIN conversion c
                  ON c.organization_id = a.organization_id AND c.livemode = a.livemode AND c.settlement_id = a.settlement_id
                LEFT JOIN simulator_transfer w
                  ON w.organization_id = a.organization_id AND w.livemode = a.livemode AND w.attempt_id = a.attempt_id
                WINDOW one AS (PARTITION BY a.organization_id, a.livemode, a.settlement_id ORDER BY a.attempt)
            ) a CROSS JOIN LATERAL (VALUES
                (net IS NULL, 'settlement', '', 'a row, because it has attempts', 'none'),
                (attempt <> place_in_line, 'settlement_attempt', ' attempt ' || attempt, 'attempt ' || place_in_line, cast(attempt AS text)),
                (NOT last AND status <> 'dead' AND late_amount IS NULL, 'settlement_attempt', ' attempt ' || attempt,
                    'a dead attempt, because another follows it', status),
                (amount <> net, 'settlement_attempt', ' attempt ' || attempt || ' amount',
                    net || ', what the destination receives', cast(amount AS text)),
                (of_status IN ('completed', 'failed') AND status = 'open', 'settlement_attempt', ' attempt ' || attempt,
                    'a closed attempt, because the settlement is ' || of_status, status),
                (of_status <> 'completed' AND status = 'delivered', 'settlement', '',
                    'completed, because an attempt is delivered', of_status),
                (NOT witness_fits, 'simulator_transfer', ' attempt ' || attempt,
                    'the settlement and amount of this attempt', 'others'),
                (status = 'dead' AND witnessed > 0 AND late_amount IS DISTINCT FROM witnessed, 'settlement_attempt', ' attempt ' || attempt,
                    'not dead, or a late delivery of ' || witnessed || ', because the rail delivered it',
                    coalesce('dead, with a late delivery of ' || late_amount, 'dead')),
                (deliveries > 1, 'simulator_transfer', ' attempt ' || attempt,
                    'at most one delivery that is not claimed back', 'a second one')
            ) rule (broken, in_table, suffix, expected, found)
            WHERE broken
            """;

    private static final String COMPLETED = """
            SELECT organization_id, livemode, 'settlement ' || settlement_id AS place, 'settlement' AS in_table,
                   'a delivered attempt, because it is ' || status AS expected, 'none' AS found
            FROM settlement s
            WHERE status = 'completed' AND NOT EXISTS (
                SELECT FROM settlement_attempt a
                WHERE a.organization_id = s.organization_id AND a.livemode = s.livemode AND a.settlement_id = s.settlement_id
                  AND a.status = 'delivered')
            """;

    private static final String UNRECORDED = """
            SELECT organization_id, livemode, 'settlement ' || payout_id || ' attempt_id ' || attempt_id AS place,
                   'simulator_transfer' AS in_table, 'an attempt that was committed before the rail was called' AS expected,
                   'none' AS found
            FROM simulator_transfer w
            WHERE subject = 'settlement' AND NOT EXISTS (
                SELECT FROM settlement_attempt a
                WHERE a.organization_id = w.organization_id AND a.livemode = w.livemode AND a.settlement_id = w.payout_id
                  AND a.attempt_id = w.attempt_id)
            """;

    /** Each delivered attempt with a reference has the transfer of that reference, and each transfer has its attempt. */
    private static final String TRANSFERS = """
            SELECT coalesce(a.organization_id, t.organization_id) AS organization_id, coalesce(a.livemode, t.livemode) AS livemode,
                   'settlement ' || coalesce(a.settlement_id, t.settlement_id) AS place, 'settlement_transfer' AS in_table,
                   coalesce('the transfer ' || a.rail_reference, 'no transfer, because no attempt was delivered by it') AS expected,
                   coalesce(t.reference, 'none') AS found
            FROM (SELECT * FROM settlement_attempt WHERE status = 'delivered' AND rail_reference IS NOT NULL) a
            FULL JOIN (SELECT * FROM settlement_transfer WHERE settlement_id IS NOT NULL) t
              ON t.organization_id = a.organization_id AND t.livemode = a.livemode AND t.settlement_id = a.settlement_id
             AND t.attempt_id = a.attempt_id
            WHERE upper(a.rail_reference COLLATE "C") IS DISTINCT FROM t.reference
            """;

    /** The amount that dead attempts of the settlement {@code p} delivered, as {@code dead}. */
    static final String DEAD = """
            CROSS JOIN LATERAL (
                SELECT cast(coalesce(sum(a.late_amount), 0) AS bigint) AS delivered
                FROM settlement_attempt a
                WHERE a.organization_id = p.organization_id AND a.livemode = p.livemode AND a.settlement_id = p.settlement_id
                  AND a.status = 'dead') dead
            """;

    @Override
    public List<String> contradictions() {
        return List.of(ATTEMPTS, COMPLETED, UNRECORDED, TRANSFERS);
    }

    @Override
    public String ofTouched() {
        return """
                settlement AS (
                    SELECT s.* FROM settlement s WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                settlement_attempt AS MATERIALIZED (
                    SELECT a.* FROM settlement_attempt a WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                conversion AS (
                    SELECT c.* FROM conversion c WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                settlement_transfer AS (
                    SELECT t.* FROM settlement_transfer t
                    WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                simulator_transfer AS (
                    SELECT w.* FROM simulator_transfer w
                    WHERE (organization_id, livemode, attempt_id) IN (SELECT organization_id, livemode, attempt_id FROM settlement_attempt))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted("settlement", """
                SELECT p.*, c.conversion_id IS NOT NULL AS converted, dead.delivered AS late_delivered
                FROM settlement p
                LEFT JOIN conversion c
                  ON c.organization_id = p.organization_id AND c.livemode = p.livemode AND c.settlement_id = p.settlement_id
                """ + DEAD, SettlementAudit::expected);
    }

    private static Expected expected(Row row) {
        var name = Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "settlement "
                + row.uuid("settlement_id");
        var status = Word.find(SettlementStatus.class, row.text("status"))
                .orElseThrow(() -> new Finding.Found("settlement", name + " status", "a status", row.text("status")));
        var amount = row.number("amount");
        var fee = row.number("fee");
        var sums = new EnumMap<Posting, Long>(Posting.class);
        sums.put(Posting.SETTLEMENT_CAPTURE, amount);
        var converted = row.flag("converted");
        sums.put(Posting.SETTLEMENT_CLAIM, converted ? 0 : row.number("late_delivered"));
        switch (status) {
            case PENDING, PROCESSING -> {
                // Only the capture.
            }
            case COMPLETED -> {
                sums.put(
                        converted ? Posting.SETTLEMENT_EXCHANGE : Posting.SETTLEMENT_DELIVER,
                        Math.subtractExact(amount, fee));
                sums.put(Posting.SETTLEMENT_FEE, fee);
            }
            case FAILED -> sums.put(Posting.SETTLEMENT_RETURN, amount);
        }
        return new Expected.ByPosting(sums);
    }
}
